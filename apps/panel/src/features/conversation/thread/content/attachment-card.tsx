import type FileText from 'lucide-react/icons/file-text'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { ExternalLink } from './external-link.tsx'

/** Card with an icon, a title and optionally a link. */
export function AttachmentCard({
  Icon,
  title,
  detail,
  href,
}: {
  Icon: typeof FileText
  title: string
  detail?: string
  href?: string | null
}) {
  const inside = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0">
        <span dir="auto" className="wrap-anywhere block font-semibold text-ui">
          {stripBidiControls(title)}
        </span>
        {detail && (
          <span dir="auto" className="wrap-anywhere block text-ink-3 text-meta">
            {stripBidiControls(detail)}
          </span>
        )}
      </span>
    </>
  )
  const look = 'my-1 flex items-center gap-2.5 rounded-control border px-3 py-2'
  return href ? (
    <ExternalLink href={href} className={`${look} border-control hover:bg-hover`}>
      {inside}
    </ExternalLink>
  ) : (
    <span className={`${look} border-ink-3/30`}>{inside}</span>
  )
}
