-- ladder: where each bid stands on the ladder of a variant, so that tables and charts follow it.
-- grain: variant, contract
-- needs: variants
-- variant   name of the rules
-- contract  bid, from 6S to 10NT, M or OM
-- rank      place on the ladder, 1 is the lowest
WITH levels AS (
    SELECT
        variants.variant,
        level * 5 + strain AS step,
        level::VARCHAR || ['S', 'C', 'D', 'H', 'NT'][strain + 1] AS contract,
        CASE
            WHEN auction_order = 'by_level' THEN 0
            WHEN scoring_table = 'avondale' THEN 20 * strain + 40 + 100 * (level - 6)
            WHEN scoring_table = 'inverted_1904' THEN [60, 40, 100, 80, 120][strain + 1] * (level - 5)
            ELSE (40 + 20 * strain) * (level - 5)
        END AS worth
    FROM variants, range(6, 11) AS levels(level), range(5) AS strains(strain)
),
naturals AS (
    SELECT variant, contract, (100 * worth + step)::DOUBLE AS place
    FROM levels
),
bids AS (
    SELECT variant, contract, place
    FROM naturals
    UNION ALL
    SELECT naturals.variant, 'M', naturals.place + 0.1
    FROM naturals JOIN variants USING (variant)
    WHERE naturals.contract = variants.misere_above
    UNION ALL
    SELECT naturals.variant, 'HL', naturals.place + 0.2
    FROM naturals JOIN variants USING (variant)
    WHERE naturals.contract = variants.hi_lo_above AND variants.hi_lo_allowed <> 'never'
    UNION ALL
    SELECT naturals.variant, 'BN', naturals.place + 0.3
    FROM naturals JOIN variants USING (variant)
    WHERE naturals.contract = variants.bar_nullo_above AND variants.bar_nullo_allowed <> 'never'
    UNION ALL
    SELECT naturals.variant, 'DN', naturals.place + 0.4
    FROM naturals JOIN variants USING (variant)
    WHERE naturals.contract = variants.double_nullo_above AND variants.double_nullo_allowed <> 'never'
    UNION ALL
    SELECT naturals.variant, 'OM', naturals.place + 0.5
    FROM naturals JOIN variants USING (variant)
    WHERE naturals.contract = variants.open_misere_above
    UNION ALL
    SELECT naturals.variant, 'BM', naturals.place + 0.6
    FROM naturals JOIN variants USING (variant)
    WHERE naturals.contract = variants.blind_misere_above AND variants.blind_misere_allowed <> 'never'
),
twins AS (
    FROM bids
    UNION ALL
    SELECT bids.variant, bids.contract || 'sk', bids.place + 0.05
    FROM bids JOIN variants USING (variant)
    WHERE variants.auction_sans_kitty AND (bids.contract = 'M' OR bids.contract ^@ '1'
        OR bids.contract[1] BETWEEN '6' AND '9')
),
final AS (
    SELECT
        variant,
        contract,
        row_number() OVER (PARTITION BY variant ORDER BY place)::SMALLINT AS rank
    FROM twins
)
SELECT * FROM final
