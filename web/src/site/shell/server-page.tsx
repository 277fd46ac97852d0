import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The page as the server sent it, instead of one that failed, with an explanation. */
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
      {/* Without JavaScript its forms would put typed values into the URL. */}
      <div className="contents" onSubmit={(event) => event.preventDefault()}>
        {/* oxlint-disable-next-line react/no-danger -- the server's own HTML */}
        <div className="contents" dangerouslySetInnerHTML={{ __html: props.html }} />
      </div>
    </>
  )
}
