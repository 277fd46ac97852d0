import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The end of a form in a dialog: why the last press was refused, and the two ways on. */
export function DialogFoot(props: { label: string; pending: boolean; problem: string; onClose: () => void }) {
  const t = useT()
  return (
    <>
      {props.problem && (
        <Notice kind="error" role="alert" title={t('orders.refused')}>
          {props.problem}
        </Notice>
      )}
      <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
        <Button onClick={props.onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" pending={props.pending}>
          {props.label}
        </Button>
      </div>
    </>
  )
}
