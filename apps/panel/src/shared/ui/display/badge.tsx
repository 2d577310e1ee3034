import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type BadgeTone = 'neutral' | 'quiet' | 'attention' | 'error' | 'success' | 'waiting' | 'primary'

const TONE_CLASSES: Record<BadgeTone, string> = {
  neutral: 'border-line font-semibold text-ink-2',
  quiet: 'border-line text-ink-3',
  attention: 'border-transparent font-semibold bg-urucum-ground text-urucum',
  error: 'border-transparent font-semibold bg-roma-ground text-roma',
  success: 'border-line font-semibold text-mate',
  waiting: 'border-line font-semibold text-ipe',
  primary: 'border-line font-semibold text-primary',
}

/** Short label beside a title. */
export function Badge({ tone = 'neutral', className, children }: { tone?: BadgeTone; className?: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-[4px] border px-1.5 whitespace-nowrap text-meta tabular',
        TONE_CLASSES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
