import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'

/** Default colours as red, green, blue. The names are jenipapo, urucum, mate, petrol, ipê, romã. */
export const DEFAULT_COLOR_TRIPLETS = [
  '42, 118, 126',
  '168, 98, 44',
  '58, 112, 78',
  '20, 74, 96',
  '146, 112, 40',
  '140, 62, 66',
] as const

interface BackgroundGradientProps {
  /** Six colours as 'red, green, blue'. If `interactive`, the last colour follows the pointer. */
  triplets?: readonly string[]
  interactive?: boolean
  className?: string
  children: ReactNode
}

/** Returns whether the tab is hidden. The animation pauses then. */
function useIsTabHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return hidden
}

/** Animated background of pages without the panel's navigation. */
export function BackgroundGradient({
  triplets = DEFAULT_COLOR_TRIPLETS,
  interactive = false,
  className,
  children,
}: BackgroundGradientProps) {
  const follower = useRef<HTMLSpanElement>(null)
  const hidden = useIsTabHidden()

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const area = event.currentTarget.getBoundingClientRect()
    follower.current?.style.setProperty(
      'translate',
      `${event.clientX - area.left - area.width / 2}px ${event.clientY - area.top - area.height / 2}px`,
    )
  }

  return (
    <div
      className={cx('pigments', className)}
      data-resting={hidden || undefined}
      {...(interactive ? { onPointerMove: follow } : {})}
    >
      <div aria-hidden="true" className="pigments-ink">
        {triplets.map((triplet, index) => (
          <span
            key={triplet}
            ref={interactive && index === triplets.length - 1 ? follower : undefined}
            className={cx('pigment', interactive && index === triplets.length - 1 && 'pigment-follows')}
            style={{ '--pigment': triplet } as React.CSSProperties}
          />
        ))}
      </div>
      {children}
    </div>
  )
}
