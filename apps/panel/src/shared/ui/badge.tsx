import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

export type BadgeTone = 'neutral' | 'attention' | 'error' | 'success' | 'waiting' | 'primary'

const TONES: Record<BadgeTone, string> = {
  neutral: 'border-line text-ink-2',
  attention: 'border-transparent bg-urucum-ground text-urucum',
  error: 'border-transparent bg-roma-ground text-roma',
  success: 'border-line text-mate',
  waiting: 'border-line text-ipe',
  primary: 'border-line text-primary',
}

/** A short fact beside a title. */
export function Badge({ tone = 'neutral', className, children }: { tone?: BadgeTone; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-[4px] border px-1.5 whitespace-nowrap font-semibold text-meta tabular',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
