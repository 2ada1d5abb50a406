-- ladder: where each bid stands on the ladder of a variant, so that tables and charts follow it.
-- grain: variant, contract
-- needs: variants
-- variant   name of the rules
-- contract  bid, from 6S to 10NT, M or OM
-- rank      place on the ladder, 1 is the lowest
WITH naturals AS (
    SELECT
        level * 5 + strain AS place,
        level::VARCHAR || ['S', 'C', 'D', 'H', 'NT'][strain + 1] AS contract
    FROM range(6, 11) AS levels(level), range(5) AS strains(strain)
),
bids AS (
    SELECT variants.variant, naturals.contract, naturals.place::DOUBLE AS place
    FROM variants, naturals
    UNION ALL
    SELECT variants.variant, 'M', naturals.place + 0.25
    FROM variants
    JOIN naturals ON naturals.contract = variants.misere_above
    UNION ALL
    SELECT variants.variant, 'OM', naturals.place + 0.5
    FROM variants
    JOIN naturals ON naturals.contract = variants.open_misere_above
),
final AS (
    SELECT
        variant,
        contract,
        row_number() OVER (PARTITION BY variant ORDER BY place)::SMALLINT AS rank
    FROM bids
)
SELECT * FROM final
