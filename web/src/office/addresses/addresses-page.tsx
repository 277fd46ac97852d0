import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { AddressForm, type Begun } from './address-form.tsx'
import { addressesQuery, type Address } from './address-queries.ts'
import { AddressTable } from './address-table.tsx'
import { ImportForm } from './import-form.tsx'
import { MissingList } from './missing-list.tsx'
import { TakenNotice } from './taken-notice.tsx'
import { TryAddress } from './try-address.tsx'

/** Old addresses: redirects, requested addresses that do not exist, and a tool to test one. */
export function AddressesPage() {
  const t = useT()
  const q = new URLSearchParams(useSearch()).get('q') ?? ''
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<Begun | 'import'>()
  const [taken, setTaken] = useState<Address>()
  const [all, setAll] = useState(false)
  const list = useInfiniteQuery(addressesQuery(q, useLocale()))
  const away = useActOnce(
    ({ path, changedAt }: Address, idempotencyKey) =>
      api.post('/api/admin/old-address/take-away', { body: { path, seen: changedAt }, idempotencyKey }),
    (_, row) => {
      setTaken(row)
      setOpen(undefined)
    },
    'addresses',
  )
  const close = () => {
    setOpen(undefined)
    away.forget()
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="min-w-0 grow basis-80">
          <PageTop title={t('office.area-addresses')} text={t('addresses.text')} />
        </div>
        <p className="mb-5 flex flex-wrap gap-3">
          <Button icon="upload" onClick={() => setOpen('import')}>
            {t('addresses.import')}
          </Button>
          <Button kind="primary" icon="plus" onClick={() => setOpen({})}>
            {t('addresses.add')}
          </Button>
        </p>
      </div>
      <div className="space-y-4">
        {taken && <TakenNotice row={taken} onDone={() => setTaken(undefined)} />}
        <TryAddress />
        <MissingList
          all={all}
          onAll={() => setAll(true)}
          onSend={({ path, perhaps }) => setOpen({ path, target: perhaps?.path ?? '' })}
        />
        <Panel className="overflow-hidden !p-0" aria-labelledby="addresses-heading">
          <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
            <h2 id="addresses-heading" className="text-xl">
              {t('addresses.to-heading')}
            </h2>
            <SearchBox
              label={t('addresses.find')}
              value={q}
              onSearch={(next) => navigate(`/addresses${next && `?${new URLSearchParams({ q: next })}`}`)}
              className="w-full sm:w-72"
            />
          </div>
          <KeyedList
            query={list}
            filling
            count={list.data?.pages[0]}
            words={{ shown: 'addresses.shown' }}
            empty={
              <EmptyState
                art="sutra"
                title={t(q ? 'office.none-found' : 'addresses.none')}
                text={q ? undefined : t('addresses.none-text')}
              />
            }
          >
            {(rows) => <AddressTable rows={rows} onChange={(row) => setOpen({ ...row, was: row })} />}
          </KeyedList>
        </Panel>
      </div>
      <Dialog open={open !== undefined} onClose={close} title={titleOf(open, t)}>
        {open === 'import' && <ImportForm onClose={close} />}
        {open && open !== 'import' && <AddressForm begun={open} takeAway={away} onClose={close} />}
      </Dialog>
    </>
  )
}

function titleOf(open: Begun | 'import' | undefined, t: ReturnType<typeof useT>): string {
  if (open === 'import') return t('addresses.import')
  return open?.was ? t('addresses.change', { path: open.was.path }) : t('addresses.add')
}
