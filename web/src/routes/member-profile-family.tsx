import { useCallback, useEffect, useRef, useState } from 'react'
import { api, newIdempotencyKey } from '../api/client.ts'
import { PeopleGroup, type Gone } from '../features/family/people-group.tsx'
import { calledBy, entryOf, renamingOf, type Person, type Renaming } from '../domain/names.ts'
import { forgetBook } from '../forms/use-family-book.ts'
import { useT } from '../i18n/context.tsx'
import { useHref } from '../site/router/href.ts'
import { Link } from '../site/router/link.tsx'
import { useNavigate } from '../site/router/navigation.ts'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { useQueryValue } from '../site/router/query-value.ts'
import { useAct } from '../forms/use-act.ts'
import { useSessionCache } from '../site/session/session-cache-context.ts'
import { useTold } from '../forms/use-told.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast-store.ts'
import { RenamedOrders } from '../features/family/renamed-orders.tsx'
import { FamilyEditor } from '../features/family/family-editor.tsx'
import type { FamilyData, Target } from '../features/family/use-family-entry.ts'

const kinds = ['living', 'departed'] as const

export default function FamilyPage() {
  const t = useT()
  const book = usePageData('member-profile-family')
  const edit = useQueryValue('edit')
  const navigate = useNavigate()
  const href = useHref()
  const cache = useSessionCache()
  const changed = useCallback(() => forgetBook(cache), [cache])

  const turnTo = useFocusOnTurn(edit, book !== null)

  const target = book && edit ? targetOf(book, edit) : undefined
  const [renamed, setRenamed] = useState<Renaming>()
  const back = () => void navigate(href('member-profile-family'), { replace: true })
  return (
    <div className="wrap pb-10">
      {book && target ? (
        <FamilyEditor
          key={edit}
          book={book}
          target={target}
          onLeave={back}
          onSaved={(person) => {
            changed()
            turnTo(person)
            setRenamed('person' in target ? renamingOf(target.person, person) : undefined)
            toast({ text: 'family.saved', params: { who: calledBy(person) }, type: 'success', duration: 6000 })
            back()
          }}
        />
      ) : (
        <>
          <PageHeading title={t('family.title')} text={t('family.text')} />
          {renamed && <RenamedOrders of={renamed} onLeave={() => setRenamed(undefined)} />}
          {book ? <Book book={book} onChanged={changed} /> : <Skeleton lines={6} card />}
        </>
      )}
    </div>
  )
}

/**
 * List and editor alternate on one page: the focus moves to the heading of the one shown. The returned function focuses
 * a person's card instead, once.
 */
function useFocusOnTurn(edit: string | undefined, there: boolean): (person: Person) => void {
  const shown = useRef<{ edit: string | undefined }>(undefined)
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (!there) return
    const before = shown.current
    shown.current = { edit }
    if (!before || before.edit === edit) return
    const card = edit === undefined && next.current ? document.getElementById(`person-${next.current}`) : null
    next.current = undefined
    const place = card ?? document.querySelector('h1')
    place?.setAttribute('tabindex', '-1')
    place?.focus()
  }, [edit, there])
  return useCallback((person) => {
    next.current = person.id
  }, [])
}

function Book({ book, onChanged }: { book: FamilyData; onChanged: () => void }) {
  const t = useT()
  const { reload } = usePage()
  const [gone, setGone] = useState<Gone & { key: string }>()
  const [said, setSaid] = useTold()
  const removal = useAct(({ id }: Person) => api.delete('/api/family/{id}', { params: { id } }), {
    done: (_, person) => removed(person),
    // A person removed already, as in another tab, counts as removed.
    refused: (result, person) => {
      if (result?.status === 404) void removed(person)
      return result?.status === 404
    },
  })
  const restoring = useAct(
    ({ person, key }: Gone & { key: string }) =>
      api.post('/api/family', { body: entryOf(person), idempotencyKey: key }),
    async (_, { person }) => {
      onChanged()
      await reload()
      setSaid({ key: 'family.restored', vars: { who: calledBy(person) } })
      setGone(undefined)
      document.getElementById(`${person.kind}-title`)?.focus()
    },
  )

  async function removed(person: Person) {
    const place = book.items.filter(({ kind }) => kind === person.kind).indexOf(person)
    setSaid()
    onChanged()
    await reload()
    setGone({ person, place, key: newIdempotencyKey() })
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {book.items.length === 0 && !gone ? (
        <EmptyState art="peace" title={t('family.empty-title')} text={t('family.empty-text')}>
          {kinds.map((kind) => (
            <Link
              key={kind}
              to="member-profile-family"
              query={{ edit: kind }}
              className={buttonClass(kind === 'living' ? 'primary' : 'plain')}
            >
              <Icon name="plus" size={22} />
              {t(`family.add-${kind}`)}
            </Link>
          ))}
        </EmptyState>
      ) : (
        <div className="space-y-12">
          {kinds.map((kind) => (
            <PeopleGroup
              key={kind}
              kind={kind}
              people={book.items.filter((person) => person.kind === kind)}
              taiSui={book.taiSui}
              full={book.items.length >= book.most}
              gone={gone}
              pending={restoring.pending}
              onRemove={(person) => void removal.send(person)}
              onPutBack={() => gone && void restoring.send(gone)}
            />
          ))}
          {book.items.length >= book.most && <p className="font-semibold">{t('family.full', { max: book.most })}</p>}
          <div className="no-print flex flex-wrap items-center justify-between gap-4">
            <p className="text-sm text-ink-2">{t(`family.zodiac-from-${book.zodiacFrom}`)}</p>
            <Button icon="print" onClick={() => window.print()}>
              {t('common.print-it')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

/** The person to edit from the URL; undefined if not in the book. */
function targetOf(book: FamilyData, edit: string): Target | undefined {
  if (edit === 'living' || edit === 'departed') return { kind: edit }
  const person = book.items.find(({ id }) => id === edit)
  return person && { person }
}
