import { StrictMode, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import enCommon from '../../locales/en/common.json'
import enMessage from '../../locales/en/message.json'
import zhCommon from '../../locales/zh/common.json'
import zhMessage from '../../locales/zh/message.json'
import { LanguageProvider } from '../src/i18n/context.tsx'
import type { Locale } from '../src/i18n/messages.ts'
import { textSizes } from '../src/site/session/text-size.ts'
import { Badge } from '../src/ui/badge.tsx'
import { Button } from '../src/ui/button.tsx'
import { Checkbox } from '../src/ui/checkbox.tsx'
import { CopyButton } from '../src/ui/copy-button.tsx'
import { DateParts, type DateText } from '../src/ui/date-parts.tsx'
import { DateTile } from '../src/ui/date-tile.tsx'
import { Dialog } from '../src/ui/dialog.tsx'
import { EmptyState } from '../src/ui/empty-state.tsx'
import { ErrorSummary } from '../src/ui/error-summary.tsx'
import { Facts } from '../src/ui/facts.tsx'
import { FileButton } from '../src/ui/file-button.tsx'
import { FileDrop } from '../src/ui/file-drop.tsx'
import { Icon } from '../src/ui/icon.tsx'
import { HallPlan } from '../src/ui/hall-plan.tsx'
import { IconButton } from '../src/ui/icon-button.tsx'
import { Notice } from '../src/ui/notice.tsx'
import { PageHeading } from '../src/ui/page-heading.tsx'
import { Panel } from '../src/ui/panel.tsx'
import { ProgressBar } from '../src/ui/progress-bar.tsx'
import { Quantity } from '../src/ui/quantity.tsx'
import { RadioCards } from '../src/ui/radio-cards.tsx'
import { SearchField } from '../src/ui/search-field.tsx'
import { SectionMark } from '../src/ui/section-mark.tsx'
import { SheetView } from '../src/ui/sheet-view.tsx'
import { Skeleton } from '../src/ui/skeleton.tsx'
import { Stepper } from '../src/ui/stepper.tsx'
import { TextArea } from '../src/ui/text-area.tsx'
import { TextField } from '../src/ui/text-field.tsx'
import { TitledPanel } from '../src/ui/titled-panel.tsx'
import { toast } from '../src/ui/toast-store.ts'
import { Toaster } from '../src/ui/toaster.tsx'
import { art, sheet } from './art.tsx'
import '../src/styles/public.css'

const messages = { en: { ...enCommon, ...enMessage }, zh: { ...zhCommon, ...zhMessage } }

/** The sample texts of the gallery; texts of the components themselves come from the locales. */
const words = {
  en: {
    title: 'The parts of the pages',
    text: 'Every part in its states. Change language and size of text at the top.',
    label: 'Name on the lamp',
    hint: 'As it stands on the identity card',
    wrong: 'Write at least one name.',
    long: 'A sentence that is long enough to need a second line on the screen of a small phone.',
    one: 'Blessing lamp',
    two: 'Family lamp',
    press: 'Light a lamp',
  },
  zh: {
    title: '页面部件',
    text: '每个部件的各种状态。可在上方切换语言与字号。',
    label: '灯上姓名',
    hint: '请与身份证一致',
    wrong: '请至少填写一个姓名。',
    long: '这一句足够长，在小手机的屏幕上需要排成两行才能显示完整，供检查换行之用。',
    one: '光明灯',
    two: '合家灯',
    press: '我要点灯',
  },
} satisfies Record<Locale, Record<string, string>>

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`part-${name}`} className="border-t border-line py-6">
      <h2 id={`part-${name}`} className="mb-4 text-2xl">
        {name}
      </h2>
      <div className="space-y-4" data-specimens>
        {children}
      </div>
    </section>
  )
}

function Gallery({ locale }: { locale: Locale }) {
  const w = words[locale]
  const [born, setBorn] = useState<DateText>({ day: '', month: '', year: '' })
  const [count, setCount] = useState(2)
  const [choice, setChoice] = useState('one')
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <main className="wrap max-w-4xl py-8">
      <PageHeading eyebrow="ui" title={w.title} text={w.text} />
      <Part name="Button">
        <p className="flex flex-wrap gap-3">
          {(['primary', 'plain', 'quiet', 'danger'] as const).map((kind) => (
            <Button key={kind} kind={kind}>
              {w.press}
            </Button>
          ))}
          <Button kind="primary" icon="lamp">
            {w.press}
          </Button>
          <Button pending>{w.press}</Button>
          <Button disabled>{w.press}</Button>
        </p>
        <Button wide kind="primary">
          {w.long}
        </Button>
      </Part>
      <Part name="IconButton">
        <p className="flex flex-wrap items-center gap-3">
          <IconButton icon="close" label={w.press} />
          <IconButton icon="close" big label={w.press} />
          <IconButton icon="close" disabled label={w.press} />
          <IconButton icon={<Icon name="close" size={20} />} label={w.press} />
        </p>
        <p className="flex flex-wrap items-center gap-3 bg-lacquer p-3 text-gold-1">
          <IconButton icon="close" dark label={w.press} />
          <IconButton icon="close" dark disabled label={w.press} />
        </p>
      </Part>
      <Part name="Panel">
        {(['xs', 's', 'm', 'l'] as const).map((size) => (
          <Panel key={size} as="div" size={size}>
            {w.long}
          </Panel>
        ))}
      </Part>
      <Part name="TitledPanel">
        <TitledPanel id="titled" title={w.one} text={w.hint}>
          {w.long}
        </TitledPanel>
      </Part>
      <Part name="SectionMark">
        <h3 className="text-xl">
          <SectionMark number={0} />
          {w.label}
        </h3>
      </Part>
      <Part name="SheetView">
        <SheetView sheet={sheet} />
      </Part>
      <Part name="Facts">
        <Facts rows={[[w.label, w.one]]} />
      </Part>
      <Part name="Badge">
        <p className="flex flex-wrap gap-3">
          {(['good', 'wait', 'act', 'over', 'strong', 'dark'] as const).map((tone) => (
            <Badge key={tone} tone={tone} icon="check">
              {w.one}
            </Badge>
          ))}
          <Badge tone="wait" size="small">
            {w.one}
          </Badge>
        </p>
      </Part>
      <Part name="TextField">
        <TextField label={w.label} hint={w.hint} name="a" />
        <TextField label={w.label} optional name="b" />
        <TextField label={w.label} error={w.wrong} name="c" />
      </Part>
      <Part name="TextArea">
        <TextArea label={w.label} hint={w.long} name="d" />
      </Part>
      <Part name="Checkbox">
        <Checkbox label={w.one} hint={w.hint} />
        <Checkbox label={w.long} error={w.wrong} />
      </Part>
      <Part name="RadioCards">
        <RadioCards
          legend={w.label}
          name="lamp"
          value={choice}
          onChange={setChoice}
          options={[
            { value: 'one', title: w.one, text: w.hint, aside: 'S$38' },
            { value: 'two', title: w.two, text: w.long, aside: 'S$88' },
            { value: 'none', title: w.two, disabled: true },
          ]}
        />
        <RadioCards
          legend={w.label}
          name="wrong"
          value={undefined}
          onChange={setChoice}
          error={w.wrong}
          options={[{ value: 'one', title: w.one }]}
        />
      </Part>
      <Part name="DateParts">
        <DateParts legend={w.label} hint={w.hint} value={born} onChange={setBorn} />
        <DateParts legend={w.label} error={w.wrong} optional value={born} onChange={setBorn} />
      </Part>
      <Part name="DateTile">
        <DateTile at="2026-12-21T16:00:00Z" />
      </Part>
      <Part name="Quantity">
        <Quantity label={w.one} value={count} most={9} onChange={setCount} />
        <Quantity label={w.two} value={1} most={1} error={w.wrong} onChange={() => {}} />
      </Part>
      <Part name="FileButton">
        <FileButton id="file" icon="upload" accept="image/*" onFiles={() => {}}>
          {w.press}
        </FileButton>
      </Part>
      <Part name="FileDrop">
        <FileDrop label={w.press} hint={w.hint} accept="image/*" onFiles={() => {}} />
        <FileDrop label={w.press} error={w.wrong} accept="image/*" onFiles={() => {}} />
      </Part>
      <Part name="SearchField">
        <SearchField id="search" label={w.label} value={search} onSearch={setSearch} />
      </Part>
      <Part name="Notice">
        {(['info', 'success', 'warning', 'error'] as const).map((kind) => (
          <Notice key={kind} kind={kind} title={w.one}>
            {w.long}
          </Notice>
        ))}
      </Part>
      <Part name="ErrorSummary">
        <ErrorSummary errors={[{ id: 'search', text: w.wrong }]} />
      </Part>
      <Part name="Stepper">
        <Stepper label={w.label} steps={[w.one, w.two, w.press]} current={1} />
      </Part>
      <Part name="ProgressBar">
        <ProgressBar label={w.one} done={3} total={5} className="h-3" />
        <ProgressBar label={w.two} done={undefined} total={5} className="h-3" />
      </Part>
      <Part name="HallPlan">
        <HallPlan
          altar={w.one}
          door={w.two}
          chosen="A"
          towers={[
            { code: 'A', x: 5, y: 75 },
            { code: 'B', x: 95, y: 40 },
          ]}
        />
      </Part>
      <Part name="Skeleton">
        <Skeleton lines={3} card />
      </Part>
      {Object.entries(art(w.one)).map(([name, drawing]) => (
        <Part key={name} name={name}>
          {drawing}
        </Part>
      ))}
      <Part name="EmptyState">
        <EmptyState art="lamp" title={w.one} text={w.long}>
          <Button kind="primary">{w.press}</Button>
        </EmptyState>
      </Part>
      <Part name="CopyButton">
        <p className="flex flex-wrap gap-3">
          <CopyButton text="ABCDEFGH23" of={w.one} />
        </p>
      </Part>
      <Part name="Dialog">
        <p className="flex flex-wrap gap-3">
          <Button onClick={() => setOpen(true)}>{w.press}</Button>
          <Button onClick={() => toast({ words: w.long, type: 'success' })}>Toast</Button>
        </p>
        <Dialog open={open} onClose={() => setOpen(false)} title={w.one}>
          {w.long}
        </Dialog>
      </Part>
      <Toaster />
    </main>
  )
}

const query = new URLSearchParams(location.search)
const locale: Locale = query.get('lang') === 'zh' ? 'zh' : 'en'
const size = textSizes.find((known) => known === query.get('size')) ?? '1'
document.documentElement.lang = locale === 'zh' ? 'zh-Hans-SG' : 'en-SG'
document.documentElement.dataset.size = size

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <LanguageProvider locale={locale} messages={messages[locale]} onMissing={(key) => console.error('no message', key)}>
      <nav aria-label="Language and size" className="no-print flex flex-wrap gap-3 bg-gold-1 p-3">
        {(['en', 'zh'] as const).flatMap((to) =>
          textSizes.map((step) => (
            <a key={to + step} className="link touch" href={`?lang=${to}&size=${step}`}>
              {to} {step}
            </a>
          )),
        )}
      </nav>
      <Gallery locale={locale} />
    </LanguageProvider>
  </StrictMode>,
)
