import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { HallForm } from './hall-form.tsx'
import { HallView } from './hall-view.tsx'
import { GivingBar } from './giving-bar.tsx'
import { hallsQuery, type Placeless } from './hall-queries.ts'
import { KiosksButton } from './kiosks-button.tsx'
import { PlacelessLink } from './placeless-link.tsx'
import { PlacelessView } from './placeless-view.tsx'
import { PlacesFound } from './places-found.tsx'
import { TowerForm } from './tower-form.tsx'

/** Where every lamp and tablet is, and which positions are free. */
export function HallsPage({ id, user }: PageProps) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(hallsQuery)
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch())
  const q = asked.get('q') ?? ''
  const waiting = asked.get('waiting')
  const [giving, setGiving] = useState<Placeless>()
  const [open, setOpen] = useState<'hall' | 'tower'>()
  const mayManage = user.roles.some((role) => role === 'ritual' || role === 'admin')
  const mayGive = mayManage || user.roles.includes('counter')
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <div className="min-w-0 grow basis-80">
          <PageTop title={t('office.area-halls')} text={t('halls.text')} />
        </div>
        <SearchBox
          label={t('halls.find')}
          value={q}
          onSearch={(next) => navigate(`/halls${id && `/${id}`}${next && `?${new URLSearchParams({ q: next })}`}`)}
          className="mb-5 w-full sm:w-80"
        />
      </div>
      {q && <PlacesFound q={q} />}
      <Loaded query={query} lines={8}>
        {({ items }) => {
          if (waiting !== null)
            return (
              <PlacelessView
                halls={items}
                option={waiting}
                mayManage={mayManage}
                mayGive={mayGive}
                onGive={(lamp, at) => {
                  setGiving(lamp)
                  navigate(at)
                }}
              />
            )
          const hall = items.find((one) => one.key === id) ?? items[0]
          if (!hall)
            return (
              <EmptyState art="lamp" title={t('halls.none')} text={t('halls.none-text')}>
                {mayManage && (
                  <Button kind="primary" icon="plus" onClick={() => setOpen('hall')}>
                    {t('halls.add-hall')}
                  </Button>
                )}
              </EmptyState>
            )
          return (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <ListTabs
                  label={t('halls.halls')}
                  tabs={items.map((one) => ({
                    id: one.key,
                    text: one.title[locale],
                    to: `/halls/${one.key}`,
                    here: one === hall,
                    count: thousands(one.towers.reduce((sum, { rows, units }) => sum + rows * units, 0)),
                  }))}
                />
                <div className="flex flex-wrap gap-3">
                  <PlacelessLink />
                  {mayGive && <KiosksButton hall={hall} />}
                  {mayManage && (
                    <>
                      <Button icon="plus" onClick={() => setOpen('hall')}>
                        {t('halls.add-hall')}
                      </Button>
                      <Button icon="plus" onClick={() => setOpen('tower')}>
                        {t('halls.add-tower')}
                      </Button>
                    </>
                  )}
                </div>
              </div>
              {giving && <GivingBar lamp={giving} onStop={() => setGiving(undefined)} />}
              <HallView
                key={hall.key}
                hall={hall}
                mayManage={mayManage}
                mayGive={mayGive}
                giving={giving}
                onGiven={() => setGiving(undefined)}
                onAddTower={() => setOpen('tower')}
              />
              <Dialog
                open={open === 'tower'}
                onClose={close}
                title={t('halls.add-tower-to', { hall: hall.title[locale] })}
              >
                {open === 'tower' && (
                  <TowerForm
                    hall={hall.key}
                    onClose={close}
                    onDone={(code) => {
                      close()
                      navigate(`/halls/${hall.key}?tower=${code}`)
                    }}
                  />
                )}
              </Dialog>
            </>
          )
        }}
      </Loaded>
      <Dialog open={open === 'hall'} onClose={close} title={t('halls.add-hall')}>
        {open === 'hall' && (
          <HallForm
            onClose={close}
            onDone={(key) => {
              close()
              navigate(`/halls/${key}`)
            }}
          />
        )}
      </Dialog>
    </>
  )
}
