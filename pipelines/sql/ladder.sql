-- ladder: where each bid stands on the ladder of a variant, so that tables and charts follow it.
-- grain: variant, contract
-- needs: variants
-- variant   name of the rules
-- contract  bid, from 6S to 10NT, or a special one
-- rank      place on the ladder, 1 is the lowest
WITH naturals AS (
    SELECT
        level * 5 + strain AS place,
        level::VARCHAR || ['S', 'C', 'D', 'H', 'NT'][strain + 1] AS contract
    FROM range(6, 11) AS levels(level), range(5) AS strains(strain)
),
specials(contract, above_key, step) AS (
    VALUES ('M', 'misere', 0.2), ('HL', 'hi_lo', 0.3), ('BN', 'bar_nullo', 0.4),
        ('DN', 'double_nullo', 0.5), ('OM', 'open_misere', 0.6), ('BM', 'blind_misere', 0.7)
),
with_kitty AS (
    SELECT variants.variant, naturals.contract, naturals.place::DOUBLE AS place
    FROM variants, naturals
    UNION ALL
    SELECT variants.variant, specials.contract, naturals.place + specials.step
    FROM variants, specials
    JOIN naturals ON naturals.contract = CASE specials.above_key
        WHEN 'misere' THEN variants.misere_above
        WHEN 'hi_lo' THEN variants.hi_lo_above
        WHEN 'bar_nullo' THEN variants.bar_nullo_above
        WHEN 'double_nullo' THEN variants.double_nullo_above
        WHEN 'open_misere' THEN variants.open_misere_above
        ELSE variants.blind_misere_above END
),
bids AS (
    FROM with_kitty
    UNION ALL
    -- without the kitty: next to its twin, so that charts keep them together
    SELECT variant, contract || 'sk', place + 0.05
    FROM with_kitty
    JOIN variants USING (variant)
    WHERE variants.auction_sans_kitty AND contract NOT IN ('HL', 'BN', 'DN', 'OM', 'BM')
),
final AS (
    SELECT
        variant,
        contract,
        row_number() OVER (PARTITION BY variant ORDER BY place)::SMALLINT AS rank
    FROM bids
)
SELECT * FROM final
