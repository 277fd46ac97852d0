import type { ReactNode } from 'react'
import type { Sheet } from '../src/domain/sheet.ts'
import { Cloud } from '../src/ui/art/cloud.tsx'
import gate from '../src/ui/art/gate.svg'
import { Photograph } from '../src/ui/art/photograph.tsx'
import { Picture } from '../src/ui/art/picture.tsx'
import { Scene } from '../src/ui/art/scene.tsx'
import { Seal } from '../src/ui/art/seal.tsx'
import { TempleMap } from '../src/ui/art/temple-map.tsx'

/** The drawings by name, each in a box with the aspect ratio used on the pages. */
export function art(words: string): Record<string, ReactNode> {
  return {
    Picture: (
      <div className="h-40 w-56">
        <Picture art="lamp" eager />
      </div>
    ),
    Photograph: (
      <div className="h-40 w-24">
        <Photograph photo={{ src: gate, width: 480, height: 360, alt: words, x: 20, y: 50 }} alt={words} eager />
      </div>
    ),
    Scene: <Scene className="h-40 w-full object-cover" />,
    Seal: <Seal className="h-16 w-16" />,
    Cloud: <Cloud className="h-20" />,
    TempleMap: (
      <div className="relative h-72 overflow-hidden">
        <TempleMap alt={words} note={words} />
      </div>
    ),
  }
}

const same = (words: string) => ({ en: words, zh: words })

/** A sample of an item's names, with each kind of group and an answer. */
export const sheet: Sheet = {
  groups: [
    { kind: 'departed', people: [{ chineseName: '陈公大文', name: 'Tan Tai Boon' }, { name: 'Lim Siew Ngoh' }] },
    { kind: 'dedicators', people: [{ chineseName: '陈小明' }] },
    { kind: 'blessing', people: [{ name: 'Tan Siew Ling' }] },
  ],
  answers: [{ field: 'dedication', type: 'text', label: same('Dedication 回向文'), value: same('平安 Peace') }],
}
