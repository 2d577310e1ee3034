import { cx } from '../lib/cx.ts'

/** The drawn mark: a speech bubble whose tail is the margin rule. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', className ?? 'size-6')}>
      <path d="M10 4h13a7 7 0 0 1 7 7v6a7 7 0 0 1-7 7H10.6a.6.6 0 0 1-.6-.6Z" fill="currentColor" className="text-primary" />
      <rect x="2.5" y="4" width="4.5" height="25" rx="2.25" fill="currentColor" className="text-urucum" />
    </svg>
  )
}

/** The word mark with its one urucum dot. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <LogoMark className="size-[1.35em]" />
      <span className="font-bold tracking-[-0.02em]">
        prosa
        <svg viewBox="0 0 8 8" aria-hidden="true" className="ml-[0.08em] inline-block size-[0.3em] text-urucum">
          <circle cx="4" cy="4" r="4" fill="currentColor" />
        </svg>
      </span>
    </span>
  )
}
