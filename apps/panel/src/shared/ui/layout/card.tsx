import { type ReactNode, useId } from 'react'
import { useFocusFallback } from '../focus/use-focus-fallback.ts'

export function Card({ title, description, children }: { title: string; description?: string; children: ReactNode }) {
  const id = useId()
  const { containerProps, headingProps } = useFocusFallback()
  return (
    <section aria-labelledby={id} {...containerProps} className="rounded-card border border-line bg-surface p-edge">
      <h2 {...headingProps} id={id} className="font-semibold text-message">
        {title}
      </h2>
      {description && <p className="mt-0.5 text-ink-3 text-ui">{description}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
