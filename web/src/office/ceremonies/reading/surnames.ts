// The pronunciation of surnames that differs from the same character elsewhere, or that people often get wrong; in both
// scripts. From 现代汉语词典; where families differ (宁, 覃, 隗, 乐), the most frequent one.
const one = `
shàn 单單
qiú 仇
xiè 解
ōu 区區
zēng 曾
zhā 查
rén 任
huà 华華
piáo 朴
zhái 翟
yuè 乐樂
gě 盖蓋葛
shào 召
shé 折佘
chóng 种
qín 覃
xiǎn 冼洗
miào 缪繆
níng 宁寧
nìng 甯
yùn 员員贠郓鄆
jǐ 纪紀
nā 那
guō 过過
nài 能佴
hè 黑
bì 秘
jiǎ 贾賈
yū 於
zhài 祭
chén 谌諶
yú 俞
tóng 佟仝
quē 阙闕
kàn 阚闞
suī 眭
tuǒ 庹
tǒu 钭鈄
pó 繁
juàn 隽雋
guàn 观觀冠
yān 燕
yāo 要么麼
yīng 应應
shū 殳
zǎn 昝
zhǎng 仉
zī 訾
jué 角
jiá 郏郟
lù 逯
mì 宓
niè 乜
xún 郇
shèn 慎
shèng 盛
xiàng 相
bǎi 柏
bó 薄
bǔ 卜
chǔ 褚
dǒu 斗
hǎ 哈
qiáng 强強
qū 曲
sǎ 撒
shēn 莘
tán 谭譚
wèi 尉
wěi 隗
xiāo 肖
yù 蔚
zhān 占
zhèng 郑鄭
`

const two = `
ōu yáng 欧阳歐陽
chán yú 单于單于
yù chí 尉迟尉遲
mò qí 万俟萬俟
zhǎng sūn 长孙長孫
tán tái 澹台澹臺
líng hú 令狐
zhōng háng 中行
yuè zhèng 乐正樂正
zǐ jū 子车子車
zhū gě 诸葛諸葛
huáng fǔ 皇甫
xiān yú 鲜于鮮于
zǎi fǔ 宰父
hé lián 赫连赫連
duàn gān 段干
jiá gǔ 夹谷夾谷
gǔ liáng 谷梁穀梁
chún yú 淳于
tuò bá 拓跋
zhòng sūn 仲孙仲孫
shàng guān 上官
sī mǎ 司马司馬
sī tú 司徒
xià hóu 夏侯
`

/** Words whose pronunciation differs from that of their single characters. */
const words = `
zhāo yáng 朝阳朝陽
nā mó 南无南無
bō rě 般若
ē mí 阿弥阿彌
chóng yáng 重阳重陽
lěi jié 累劫
`

/** Characters missing in the main table. */
const more = `
jí 𠮷
`

function byChars(table: string, length: number): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, readonly string[]>()
  for (const line of table.trim().split('\n')) {
    const [, said = '', written = ''] = /^(.*) (\S+)$/.exec(line) ?? []
    const chars = [...written]
    for (let i = 0; i < chars.length; i += length) out.set(chars.slice(i, i + length).join(''), said.split(' '))
  }
  return out
}

export const surnames = byChars(one, 1)
export const doubleSurnames = byChars(two, 2)
export const spokenWords = byChars(words, 2)
export const moreReadings = byChars(more, 1)
