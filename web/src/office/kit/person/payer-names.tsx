/** A person's names in both scripts, each once, as typed. */
export function PayerNames({ name, chinese }: { name: string; chinese: string }) {
  return (
    <>
      {name}
      {chinese && chinese !== name && (
        // A wide space, not a margin: it disappears when the names wrap to two lines.
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
