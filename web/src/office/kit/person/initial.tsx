const tones = ['bg-gold-3 text-lacquer', 'bg-jade-1 text-jade', 'bg-cinnabar-1 text-cinnabar', 'bg-paper-2 text-ink-2']

type Props = { person: { id: string; name: string }; className?: string }

/** A sign for a person whose name stands beside it: a letter of the given name, and for each person always one colour. */
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
 * The letter by which a name is told from its neighbours: of a Chinese name that of the given name, in characters (林亚华:
 * 亚) and in letters (Lim Ah Huat: A), where many share a surname; else the first.
 */
export function initialOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  if (/^\p{Script=Han}{2,4}$/u.test(first) && words.length === 1) return [...first][1] ?? ''
  return ([...((words.length === 3 ? words[1] : first) ?? '')][0] ?? '').toUpperCase()
}
