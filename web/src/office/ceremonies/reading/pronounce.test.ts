import { describe, expect, it } from 'vitest'
import { readings as table } from './pinyin-data.ts'
import { readingsOf, soundsOf } from './pronounce.ts'

const readings = readingsOf(table)
const said = (name: string) =>
  soundsOf(name, readings)
    .map((one) => one.said || one.char)
    .join(' ')

describe('a surname gets its surname pronunciation', () => {
  it.each([
    ['单雄信', 'shàn xióng xìn'],
    ['單小龍', 'shàn xiǎo lóng'],
    ['仇英', 'qiú yīng'],
    ['解缙', 'xiè jìn'],
    ['区建成', 'ōu jiàn chéng'],
    ['區文詩', 'ōu wén shī'],
    ['曾国藩', 'zēng guó fān'],
    ['查良镛', 'zhā liáng yōng'],
    ['任志强', 'rén zhì qiáng'],
    ['华罗庚', 'huà luó gēng'],
    ['華羅庚', 'huà luó gēng'],
    ['朴志英', 'piáo zhì yīng'],
    ['翟志强', 'zhái zhì qiáng'],
    ['乐毅', 'yuè yì'],
    ['盖叫天', 'gě jiào tiān'],
    ['葛优', 'gě yōu'],
    ['冼星海', 'xiǎn xīng hǎi'],
    ['缪荃孙', 'miào quán sūn'],
    ['員半千', 'yùn bàn qiān'],
    ['那英', 'nā yīng'],
    ['种师道', 'chóng shī dào'],
    ['车晓', 'chē xiǎo'],
    ['贾宝玉', 'jiǎ bǎo yù'],
    ['繁钦', 'pó qīn'],
    ['长孙无忌', 'zhǎng sūn wú jì'],
    ['單于', 'chán yú'],
    ['尉遲恭', 'yù chí gōng'],
    ['万俟卨', 'mò qí xiè'],
    ['歐陽修', 'ōu yáng xiū'],
    ['吴龑', 'wú yǎn'],
    ['陈𠮷祥', 'chén jí xiáng'],
  ])('%s is %s', (name, sound) => expect(said(name)).toBe(sound))
})

describe('outside surnames the usual pronunciation applies', () => {
  it.each([
    ['林志华', 'lín zhì huá'],
    ['陈任', 'chén rèn'],
    ['李解', 'lǐ jiě'],
    ['王仇', 'wáng chóu'],
    ['林区', 'lín qū'],
    ['张查', 'zhāng chá'],
    ['何曾', 'hé céng'],
    ['朱朝阳', 'zhū zhāo yáng'],
    ['华美贸易有限公司', 'huá měi mào yì yǒu xiàn gōng sī'],
  ])('%s is %s', (name, sound) => expect(said(name)).toBe(sound))
})

describe('words next to surnames', () => {
  it.each([
    ['曾门堂上历代祖先', 'zēng mén táng shàng lì dài zǔ xiān'],
    ['歐陽門堂上歷代祖先', 'ōu yáng mén táng shàng lì dài zǔ xiān'],
    ['单门婴灵', 'shàn mén yīng líng'],
    ['累劫冤亲债主', 'lěi jié yuān qīn zhài zhǔ'],
    ['陈任氏', 'chén rén shì'],
    ['Tan Bee Leng', 'T a n   B e e   L e n g'],
  ])('%s is %s', (name, sound) => expect(said(name)).toBe(sound))
})

it('the dictionary has nearly every character used in names', () => {
  const usual = [
    ...'陈林黄张李王吴刘蔡杨许郑谢郭洪曾周叶廖徐庄苏江何罗高萧潘简朱钟彭詹胡施沈余赵卢颜柯孙魏翁戴范方宋邓杜侯傅曹薛丁卓阮马董唐温蓝冯石蒋纪程连尤巫姚田康姜汤汪白邹涂邱童尹梁',
  ]
  expect(usual.filter((char) => !readings.has(char))).toEqual([])
})
