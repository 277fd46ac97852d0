import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { keepPaper, type PaperChoice } from './paper-choice.ts'

type Props = { open: boolean; choice: PaperChoice; onChoose: (choice: PaperChoice) => void; onClose: () => void }

/** Sets what this desk prints after each sale; stored on the device. */
export function PaperDialog({ open, choice, onChoose, onClose }: Props) {
  const t = useT()
  const take = (next: PaperChoice) => {
    keepPaper(next)
    onChoose(next)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('counter.paper-title')}>
      <div className="space-y-5">
        <RadioCards
          legend={t('counter.paper')}
          name="express-paper"
          value={choice.paper}
          onChange={(paper) => take({ ...choice, paper: paper as PaperChoice['paper'] })}
          options={(['a5', 'slip', 'none'] as const).map((value) => ({ value, title: t(`counter.paper-${value}`) }))}
        />
        <RadioCards
          legend={t('counter.paper-language')}
          name="express-language"
          columns={2}
          value={choice.language}
          onChange={(language) => take({ ...choice, language: language as PaperChoice['language'] })}
          options={(['payer', 'en', 'zh', 'both'] as const).map((value) => ({
            value,
            title: value === 'payer' ? t('counter.paper-payer') : t(`counter.paper-${value}`),
          }))}
        />
        <Button kind="primary" wide onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
