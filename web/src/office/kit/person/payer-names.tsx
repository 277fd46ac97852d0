/** A person's names in both scripts, each once, as they were typed. */
export function PayerNames({ name, chinese }: { name: string; chinese: string }) {
  return (
    <>
      {name}
      {chinese && chinese !== name && (
        // A wide space, not a margin: it is gone where the names stand below each other.
        <>
          <span className="[word-spacing:.25em]"> </span>
          <span lang="zh-Hans" className="inline-block">
            {chinese}
          </span>
        </>
      )}
    </>
  )
}
