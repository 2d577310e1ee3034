import type { ReactNode } from 'react'

const LINK = 'underline decoration-1 underline-offset-2 hover:decoration-2'

/** Link from a message to another site. */
export function Outward({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className ?? LINK}>
      {children}
    </a>
  )
}
