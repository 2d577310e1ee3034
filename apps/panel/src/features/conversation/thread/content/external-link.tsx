import type { ReactNode } from 'react'

const LINK_CLASSES = 'underline decoration-1 underline-offset-2 hover:decoration-2'

/** Link from a message to another site. */
export function ExternalLink({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className ?? LINK_CLASSES}>
      {children}
    </a>
  )
}
