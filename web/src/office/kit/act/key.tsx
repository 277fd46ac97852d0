/** Shows a button's keyboard shortcut inside it; screen readers get it from aria-keyshortcuts. */
export function Key({ children, light = false }: { children: string; light?: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={`inline-block min-w-6 rounded-md px-1.5 py-0.5 text-center font-sans text-xs font-bold leading-none max-lg:hidden ${light ? 'bg-white/15 text-current shadow-[inset_0_0_0_1.2px_rgb(255_248_234/.55)]' : 'bg-card text-ink-2 shadow-[inset_0_0_0_1.2px_var(--color-line-2)]'}`}
    >
      {children}
    </kbd>
  )
}
