/** A person's names in both scripts, each once, as they were typed. */
export function PayerNames({ name, chinese }: { name: string; chinese: string }) {
  return (
    <>
      {name}
      {chinese && chinese !== name && (
        <span lang="zh-Hans" className="ml-2 inline-block">
          {chinese}
        </span>
      )}
    </>
  )
}
