import type { PageProps } from '../kit/layout/page-props.ts'
import { LayoutPage } from './layout-page.tsx'
import { ExportPage } from './export-page.tsx'
import { NewRun } from './new-run.tsx'
import { RunPage } from './run-page.tsx'

/**
 * The pages below `/print/`: `run-new` creates a run, `run-export` exports a list, `run-<id>` is a run; any other is a
 * layout.
 */
export function PrintOne(props: PageProps) {
  if (props.id === 'run-new') return <NewRun />
  if (props.id === 'run-export') return <ExportPage />
  if (props.id.startsWith('run-')) return <RunPage id={props.id.slice('run-'.length)} />
  return <LayoutPage {...props} />
}
