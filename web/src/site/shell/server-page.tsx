import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page as the server sent it, in the place of one that stopped working, and words about that. */
export function ServerPage(props: { html: string }) {
  const t = useT()
  return (
    <>
      <div className="wrap pt-5">
        <Notice kind="warning" role="status" title={t('common.broken-title')}>
          <p>{t('common.broken-text')}</p>
          <Button className="mt-3" onClick={() => location.reload()}>
            {t('common.load-again')}
          </Button>
        </Notice>
      </div>
      {/* Its forms would send what was typed in the address. */}
      <div className="contents" onSubmit={(event) => event.preventDefault()}>
        {/* oxlint-disable-next-line react/no-danger -- the page as the server wrote it */}
        <div className="contents" dangerouslySetInnerHTML={{ __html: props.html }} />
      </div>
    </>
  )
}
