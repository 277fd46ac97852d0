const tones = ['bg-gold-3 text-lacquer', 'bg-jade-1 text-jade', 'bg-cinnabar-1 text-cinnabar', 'bg-paper-2 text-ink-2']

type Props = { person: { id: string; name: string }; className?: string }

/** An avatar beside a person's name: the initial of the given name, in a colour that depends only on the person. */
export function Initial({ person, className = '' }: Props) {
  const tone = tones[[...person.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tones.length]
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-bold ${tone} ${className}`}
    >
      {initialOf(person.name)}
    </span>
  )
}

/**
 * The initial of a name: of a Chinese name that of the given name, because many share a surname, in characters (林亚华: 亚)
 * and in letters (Lim Ah Huat: A); otherwise the first letter.
 */
export function initialOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  if (/^\p{Script=Han}{2,4}$/u.test(first) && words.length === 1) return [...first][1] ?? ''
  return ([...((words.length === 3 ? words[1] : first) ?? '')][0] ?? '').toUpperCase()
}
