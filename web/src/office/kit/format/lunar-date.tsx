/** A lunar day in Chinese, 十月廿一, which does not wrap. */
export const LunarDate = ({ children, className = '' }: { children: string; className?: string }) => (
  <span lang="zh-Hans" className={`whitespace-nowrap ${className}`}>
    {children}
  </span>
)
