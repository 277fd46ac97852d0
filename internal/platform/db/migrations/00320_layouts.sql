-- The print room's layouts. Written as 00100 says.

-- +goose Up
-- Parameters of a kind of piece. A version never changes: a change is a new one, and print runs name theirs.
CREATE TABLE layouts (
    key        TEXT NOT NULL,
    version    BIGINT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('tablet', 'label', 'petition')),
    name       TEXT NOT NULL,
    sheet      TEXT NOT NULL,                              -- A4-2, L7160, A4-landscape …
    params     TEXT NOT NULL,                              -- JSON
    created_by TEXT NOT NULL,                              -- 'system': came with the program
    created_at BIGINT NOT NULL,
    PRIMARY KEY (key, version)
);

INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at)
VALUES ('tablet-two', 1, 'tablet', '牌位，一张两件 · Tablets, two on A4', 'A4-2', '{"ground": "full", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0}', 'system', 0);
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at)
VALUES ('tablet-one', 1, 'tablet', '大牌位，一张一件 · Large tablets, one on A4', 'A4-1', '{"ground": "full", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0}', 'system', 0);
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at)
VALUES ('tablet-five', 1, 'tablet', '小牌位，一张五件 · Small tablets, five on A4', 'A4-5', '{"ground": "full", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0}', 'system', 0);
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at)
VALUES ('tablet-ten', 1, 'tablet', '超度小牌，一张十件 · Tablets, ten on A4', 'A4-10', '{"ground": "frame", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0}', 'system', 0);
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at)
VALUES ('label', 1, 'label', '灯牌 · Lamp labels', 'L7160', '{"ground": "full", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0}', 'system', 0);
INSERT INTO layouts (key, version, kind, name, sheet, params, created_by, created_at)
VALUES ('petition', 1, 'petition', '文疏 · Petition', 'A4-landscape', '{"ground": "full", "tint": "yellow", "living": "red", "dates": true, "longevity": false, "note": true, "offsetX": 0, "offsetY": 0, "title": "消災祈福文疏", "text": "伏以\n/覺皇垂範　度群生於苦海　妙法弘開　濟萬類於迷津\n爰有一四天下南贍部洲新加坡共和國　{templeAddress}\n^{temple}　秉\n/釋迦如來遺教　奉行祈福法事沙門<{abbot}>今據\n{address}居住\n/佛設供　消災延生　祈福迎祥　弟子<{sponsor}>暨闔家人等\n是日焚香頂禮　一心拜叩\n/南無消災延壽藥師琉璃光佛\n/南無大慈大悲觀世音菩薩　蓮座之下　言念弟子等\n{names}\n惟願家門清吉　人眷咸安　災障蠲除　福壽增延\n謹涓{solarDate}　恭逢\n/{rite}　就於本寺{hall}　諷誦經咒\n修建功德　普願存歿均霑　冤親等利　伏乞\n/三寶證明　龍天護佑　凡在時中　吉祥如意　謹疏\n佛曆{buddhistYear}年　歲次{lunarDate}　具疏"}', 'system', 0);
