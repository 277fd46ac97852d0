const digits = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** The name of a lunar day: 初一, 十五, 廿三, 三十. */
export function lunarDay(day: number): string {
  if (day <= 10) return `初${digits[day]}`
  if (day < 20) return `十${digits[day - 10]}`
  if (day === 20) return '二十'
  return day < 30 ? `廿${digits[day - 20]}` : '三十'
}

/** The names of the lunar months. */
export const lunarMonths = [
  '正月',
  '二月',
  '三月',
  '四月',
  '五月',
  '六月',
  '七月',
  '八月',
  '九月',
  '十月',
  '十一月',
  '十二月',
]

/** The 24 solar terms in the order of the solar year. */
export const solarTerms = [
  '小寒',
  '大寒',
  '立春',
  '雨水',
  '惊蛰',
  '春分',
  '清明',
  '谷雨',
  '立夏',
  '小满',
  '芒种',
  '夏至',
  '小暑',
  '大暑',
  '立秋',
  '处暑',
  '白露',
  '秋分',
  '寒露',
  '霜降',
  '立冬',
  '小雪',
  '大雪',
  '冬至',
]
