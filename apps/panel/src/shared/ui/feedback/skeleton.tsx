import { cx } from '../cx.ts'

/** Placeholder in the shape of loading content. */
export function Skeleton({ shape = 'control', className }: { shape?: 'control' | 'card'; className?: string }) {
  const corner = shape === 'card' ? 'rounded-card' : 'rounded-control'
  return <span aria-hidden="true" className={cx('block animate-pulse bg-line', corner, className)} />
}
