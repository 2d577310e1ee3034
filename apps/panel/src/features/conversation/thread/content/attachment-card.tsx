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
  const content = (
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
  const cardClasses = 'my-1 flex items-center gap-2.5 rounded-control border px-3 py-2'
  return href ? (
    <ExternalLink href={href} className={`${cardClasses} border-control hover:bg-hover`}>
      {content}
    </ExternalLink>
  ) : (
    <span className={`${cardClasses} border-ink-3/30`}>{content}</span>
  )
}
