import { useT } from '../../i18n/context.tsx'
import lamp from '../../ui/art/lamp.svg'
import tablet from '../../ui/art/tablet.svg'
import { Picture } from '../../ui/art/picture.tsx'
import { copyText } from '../../lib/copy-text.ts'
import { usePage } from '../../site/router/payload.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** A picture to share with the family, without names or sums. */
export function ShareCard({ memorial }: { memorial: boolean }) {
  const t = useT()
  const { site } = usePage()
  const words = t(memorial ? 'invoice.share-card-memorial' : 'invoice.share-card-lamp')
  // The drawing code loads on demand.
  async function draw() {
    try {
      const { drawCard, saveBlob } = await import('./draw-card.ts')
      const art = memorial ? tablet : lamp
      const blob = await drawCard({ art, words, temple: site.chineseName || site.templeName })
      return blob && { blob, save: () => saveBlob(blob, 'card.png') }
    } catch {
      return undefined
    }
  }

  async function share() {
    const text = `${words}\n${site.templeName}\n${location.origin}`
    if (typeof navigator.share !== 'function') {
      if (await copyText(text)) toast({ text: 'invoice.share-copied', type: 'success' })
      return
    }
    const drawn = await draw()
    const files = drawn && [new File([drawn.blob], 'card.png', { type: 'image/png' })]
    try {
      await navigator.share(files && navigator.canShare?.({ files }) ? { files, text } : { text })
    } catch {
      // The user closed the phone's share dialog.
    }
  }
  async function save() {
    const drawn = await draw()
    if (drawn) drawn.save()
    else toast({ text: 'message.unreachable', type: 'error' })
  }
  return (
    <section aria-labelledby="share-heading" className="card no-print flex flex-wrap items-center gap-4 p-4">
      <div aria-hidden="true" className="w-28 shrink-0 overflow-hidden rounded-xl bg-lacquer text-center text-gold-3">
        <div className="h-24">
          <Picture art={memorial ? 'tablet' : 'lamp'} />
        </div>
        <p className="px-1.5 pb-2.5 pt-2 text-sm leading-snug">{words}</p>
      </div>
      <div className="min-w-0 flex-[1_1_10em]">
        <h2 id="share-heading" className="text-xl">
          {t('invoice.share-title')}
        </h2>
        <p className="text-sm text-ink-2">{t('invoice.share-text')}</p>
        <p className="mt-2.5 flex flex-wrap gap-2">
          <Button icon="mail" onClick={() => void share()}>
            {t('invoice.share-do')}
          </Button>
          <Button icon="download" onClick={() => void save()}>
            {t('invoice.share-save')}
          </Button>
        </p>
      </div>
    </section>
  )
}
