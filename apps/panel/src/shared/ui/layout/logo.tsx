import { cx } from '../cx.ts'

/** Logo without text: a speech bubble. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', className ?? 'size-6')}>
      <rect x="1.5" y="4" width="4" height="26" rx="2" fill="currentColor" className="text-urucum" />
      <path
        d="M15.5 4h9a6.5 6.5 0 0 1 6.5 6.5v6a6.5 6.5 0 0 1-6.5 6.5H10a1 1 0 0 1-1-1V10.5A6.5 6.5 0 0 1 15.5 4Zm-1.5 6.75a1.25 1.25 0 0 0 0 2.5h12a1.25 1.25 0 0 0 0-2.5Zm0 4.75a1.25 1.25 0 0 0 0 2.5h7a1.25 1.25 0 0 0 0-2.5Z"
        fill="currentColor"
        fillRule="evenodd"
        className="text-primary"
      />
    </svg>
  )
}

/** Logo with the product name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <LogoMark className="size-[1.35em]" />
      <span className="whitespace-nowrap font-bold tracking-[-0.02em]">
        prosa
        <svg viewBox="0 0 8 8" aria-hidden="true" className="ml-[0.08em] inline-block size-[0.3em] text-urucum">
          <circle cx="4" cy="4" r="4" fill="currentColor" />
        </svg>
      </span>
    </span>
  )
}
