/** A day of the lunar calendar in Chinese, 十月廿一, which never breaks. */
export const LunarDate = ({ children, className = '' }: { children: string; className?: string }) => (
  <span lang="zh-Hans" className={`whitespace-nowrap ${className}`}>
    {children}
  </span>
)
