"""From a question to an answer: studies are played, stored, asked and reported."""
