import { cx } from '../cx.ts'

/** Loading indicator. Without a label it is hidden from screen readers, which then read the text beside it. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span {...(label ? { role: 'status' } : {})} className={cx('inline-flex', className ?? 'size-5')}>
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-full animate-spin">
        <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
        <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
