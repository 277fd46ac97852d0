-- Texts to begin an answer with, which the office writes. Written as 00100 says.

-- +goose Up
CREATE TABLE answer_texts (
    key      TEXT PRIMARY KEY,                             -- as its record has it
    position BIGINT NOT NULL,
    title_en TEXT NOT NULL,
    title_zh TEXT NOT NULL,
    text_en  TEXT NOT NULL,                                -- {name} stands for the writer's name
    text_zh  TEXT NOT NULL
);
-- Those that the program had before.
INSERT INTO answer_texts (key, position, title_en, title_zh, text_en, text_zh) VALUES
    ('thanks', 0, 'Thanks', '致谢', 'Dear {name},

Thank you for your kind words.

With palms joined', '{name} 您好：

感谢您的来信与关怀。

合十'),
    ('visit', 1, 'Come and visit', '欢迎来访', 'Dear {name},

Thank you for writing. You are welcome to come during our opening hours; the counter will be glad to help you.

With palms joined', '{name} 您好：

感谢来信。欢迎在开放时间来寺，柜台很乐意为您服务。

合十'),
    ('tablet', 2, 'Tablets and niches', '牌位与塔位', 'Dear {name},

Thank you for writing. There are places for tablets. Please come and see the Hall of Remembrance during our opening hours, and bring the names and dates.

With palms joined', '{name} 您好：

感谢来信。牌位目前尚有位置。欢迎在开放时间来思亲堂看看，请带往生者姓名与生卒日期。

合十'),
    ('more', 3, 'Ask for more', '询问详情', 'Dear {name},

Thank you for writing. To answer you well, we need to know a little more:



With palms joined', '{name} 您好：

感谢来信。为了更好地答复，想请您再告诉我们：



合十'),
    ('payment', 4, 'About a payment', '付款查询', 'Dear {name},

Thank you for writing. We have looked at your payment:



With palms joined', '{name} 您好：

感谢来信。我们查看了您的付款：



合十');
