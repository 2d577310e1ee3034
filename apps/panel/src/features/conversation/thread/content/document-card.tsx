import type { Attachment } from '@prosa/contract/entities/conversations/message'
import { formatFileSize } from '@prosa/contract/rules/files/file-size'
import FileText from 'lucide-react/icons/file-text'
import { AttachmentCard } from './attachment-card.tsx'

interface DocumentCardProps {
  attachment: Attachment
  href: string
}

/** Matches the extension of a file name, or a short subtype at the end of a MIME type. */
const FILE_EXTENSION = /[./]([a-z][a-z0-9]{1,3})$/i
const getFileType = ({ filename, mime_type }: Attachment): string => {
  const [, ending = ''] = FILE_EXTENSION.exec(filename ?? '') ?? FILE_EXTENSION.exec(mime_type ?? '') ?? []
  return ending.toUpperCase()
}

/** Card of a document that the server has stored: type, size and download link (1-whatsapp, section 4). */
export function DocumentCard({ attachment, href }: DocumentCardProps) {
  const { filename, size } = attachment
  const name = filename || 'Documento'
  return (
    <div className="flex items-center gap-1">
      <AttachmentCard
        Icon={FileText}
        title={name}
        detail={[getFileType(attachment), size ? formatFileSize(size) : ''].filter(Boolean).join(' · ')}
        href={href}
      />
      <a
        href={href}
        download={filename ?? ''}
        aria-label={`Baixar ${name}`}
        className="inline-flex min-h-11 shrink-0 items-center rounded-control px-2 font-semibold text-ui underline decoration-1 underline-offset-2 hover:decoration-2"
      >
        Baixar
      </a>
    </div>
  )
}
