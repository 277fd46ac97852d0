import { expect, it } from 'vitest'
import { initialOf } from './initial.tsx'

it.each([
  ['Lim Ah Huat', 'A'],
  ['Tan Mei Ling', 'M'],
  ['林亚华', '亚'],
  ['王二', '二'],
  ['欧阳小红', '阳'],
  ['𠮷田美', '田'],
  ['Siti Aminah', 'S'],
  ['Editor', 'E'],
  ['mary', 'M'],
  ['Muhammad bin Abdullah Omar', 'M'],
  ['  ', ''],
  ['', ''],
])('the initial of %s is %s', (name, letter) => expect(initialOf(name)).toBe(letter))
