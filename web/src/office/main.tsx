import { createRoot } from 'react-dom/client'
import './office.css'
import { expectAnswers } from '../api/client.ts'
import { readDevice } from '../lib/device-storage.ts'
import { firstLocale, loadMessages } from './kit/session/language.ts'
import { takeTicket } from './invitation.tsx'
import { OfficeApp } from './office-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('admin.html has no root')

takeTicket() // before the first request
// The text size chosen on the public site applies here too.
const size = readDevice('shanmen.size')
if (size) document.documentElement.dataset.size = size
const locale = firstLocale()
try {
  const [messages, { answers }] = await Promise.all([loadMessages(locale), import('./answers.gen.ts')])
  expectAnswers(answers)
  createRoot(root).render(<OfficeApp first={{ locale, messages }} />)
} catch (error) {
  console.error(error)
  createRoot(root).render(<Unreachable />)
}

/** No messages were loaded, so it uses both languages. */
function Unreachable() {
  return (
    <main className="wrap py-16 text-center text-lg">
      <h1>The office could not be loaded · 无法载入寺务处</h1>
      <p className="mt-4">Please check the connection and try again. 请检查网络后再试一次。</p>
      <p className="mt-6">
        <a className="btn btn-1" href={location.href}>
          Try again · 重试
        </a>
      </p>
    </main>
  )
}
