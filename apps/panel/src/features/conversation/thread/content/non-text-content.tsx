import { type Attachment, isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import { buildMapUrl } from '@prosa/contract/rules/conversations/map-link'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import MapPin from 'lucide-react/icons/map-pin'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, Suspense } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import type { AudioWithTranscriptProps } from '../../audio/audio-with-transcript.tsx'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import type { UnsentFileProgressProps } from '../../composer/files/unsent-file-progress.tsx'
import type { UnsentMessage, UnsentStructuredContent } from '../../outbox/outbox.ts'
import { EditedMark } from '../bubble/edited-mark.tsx'
import { useImageAlbums } from '../images/image-albums.ts'
import { getPlaceholderClasses, IMAGE_FRAME_CLASSES, PHONE_ORIGIN_LABELS, TEXT_ONLY_TYPES } from '../images/image-frame.ts'
import { ImageGrid, InGridPlaceholder } from '../images/image-grid.tsx'
import { MessageImage } from '../images/message-image.tsx'
import { OrphanReaction } from '../reactions/orphan-reaction.tsx'
import { QuotedMessage, RejectedReaction } from '../replies/quoted-message.tsx'
import { AdCard } from './ad-card.tsx'
import { AttachmentCard } from './attachment-card.tsx'
import { ChoicesQuestion } from './choices-question.tsx'
import { ContactCards } from './contact-cards.tsx'
import { DocumentCard } from './document-card.tsx'
import { FileSummaryLine } from './file-summary-line.tsx'
import { toSafeUrl } from './safe-url.ts'

const [UnsentFileProgress] = lazyComponent<UnsentFileProgressProps>(() =>
  import('../../composer/files/files-chunk.ts').then((chunk) => ({ default: chunk.UnsentFileProgress })),
)
const [AudioWithTranscript] = lazyComponent<AudioWithTranscriptProps>(() =>
  import('../../composer/files/files-chunk.ts').then((chunk) => ({ default: chunk.AudioWithTranscript })),
)

type ContentRenderer = (attachment: Attachment, message: Message) => ReactNode

const renderLocation = (attachment: Attachment) => (
  <AttachmentCard
    Icon={MapPin}
    title={attachment.name || 'Localização'}
    detail={attachment.address === attachment.name ? '' : (attachment.address ?? '')}
    href={buildMapUrl(attachment)}
  />
)

/** Renders a placeholder for a file that is still being fetched or that was rejected, with the reason. */
const renderMissingFile = (alt: string, { state, reason }: Attachment) => (
  <AttachmentCard Icon={FileText} title={`${alt} ${state === 'waiting' ? 'a caminho…' : 'indisponível'}`} detail={reason ?? ''} />
)

/** Renders the location, contact or question of an unsent message as it will look after sending. */
const renderUnsentContent = (content: UnsentStructuredContent) => {
  if ('choices' in content) return <ChoicesQuestion question={content.question} options={content.choices.options} />
  return 'location' in content ? renderLocation(content.location) : <ContactCards attachment={content.contact} />
}

const createImageRenderer =
  (alt: string, className: string): ContentRenderer =>
  (attachment, { message_id }) => {
    const href = toSafeUrl(attachment.url)
    if (!href) return renderMissingFile(alt, attachment)
    return <MessageImage messageId={message_id} attachment={attachment} href={href} alt={alt} className={className} />
  }

/** Renderers of the content above the text, by message type (VIEW-36). */
const RENDERERS_BY_TYPE: Readonly<Record<string, ContentRenderer>> = {
  image: createImageRenderer('Imagem', `${IMAGE_FRAME_CLASSES} object-cover`),
  sticker: createImageRenderer('Figurinha', 'size-32 object-contain'),
  audio: (attachment, { message_id, transcript }) => {
    const { url, voice, mime_type, duration_ms } = attachment
    const href = toSafeUrl(url)
    const label = voice ? 'Mensagem de voz' : 'Áudio'
    return href ? (
      <Suspense fallback={<div className="h-13" />}>
        <AudioWithTranscript
          track={{ id: message_id, source: href, mimeType: mime_type ?? '' }}
          label={label}
          durationMs={duration_ms}
          transcript={transcript}
        />
      </Suspense>
    ) : (
      renderMissingFile(label, attachment)
    )
  },
  video: (attachment) => {
    const href = toSafeUrl(attachment.url)
    return href ? (
      <video controls preload="none" src={href} aria-label="Vídeo" className={`${IMAGE_FRAME_CLASSES} object-contain`} />
    ) : (
      renderMissingFile('Vídeo', attachment)
    )
  },
  document: (attachment) => {
    const { url, filename, state, reason } = attachment
    const href = toSafeUrl(url)
    return href ? (
      <DocumentCard attachment={attachment} href={href} />
    ) : (
      <AttachmentCard
        Icon={FileText}
        title={filename || 'Documento'}
        detail={state === 'waiting' ? 'A caminho…' : (reason ?? '')}
      />
    )
  },
  location: renderLocation,
  media_placeholder: () => <AttachmentCard Icon={Smartphone} title="Arquivo no celular" />,
  contact: (attachment) => <ContactCards attachment={attachment} />,
}

const formatOriginMarks = ({ forwarded, product, source }: Message): string =>
  [
    PHONE_ORIGIN_LABELS[source ?? ''],
    forwarded && (forwarded === 'often' ? 'Encaminhada muitas vezes' : 'Encaminhada'),
    product && `Sobre o produto ${stripBidiControls(product)}`,
  ]
    .filter(Boolean)
    .join(' · ')

const renderContent = (message: Message): ReactNode => {
  const type = message.type ?? 'text'
  if (TEXT_ONLY_TYPES.has(type)) return null
  const render = RENDERERS_BY_TYPE[type]
  if (render) return render(message.attachment ?? {}, message)
  return (
    <AttachmentCard Icon={CircleHelp} title={`Mensagem do tipo “${type}”`} detail="Este painel ainda não mostra este tipo." />
  )
}

type NonTextContentProps =
  | {
      message: Message
      entry?: undefined
      /** Whether to render only the label 'edited' beside the time. */
      showsEditedMarkOnly?: boolean
      /** Timestamp within the current day. Set only for a reaction to a message that is not loaded; then only the reaction is rendered. */
      today?: number
    }
  /** Unsent message with a file. */
  | { entry: UnsentMessage; message?: undefined; showsEditedMarkOnly?: undefined; today?: undefined }

/**
 * Renders the content of a message other than its text. Its code is loaded with the first message that needs it, because most messages are
 * only text.
 */
export default function NonTextContent({ message, entry, showsEditedMarkOnly, today }: NonTextContentProps) {
  const album = useImageAlbums(({ albums }) => albums.get(message?.message_id ?? ''))
  if (entry)
    return (
      <>
        {entry.replyTo && <QuotedMessage quote={entry.replyTo} />}
        {entry.file?.card && renderUnsentContent(entry.file.card)}
        {entry.file && !entry.file.card && (
          <Suspense fallback={<div className={getPlaceholderClasses(entry)} />}>
            <UnsentFileProgress entry={entry} imageSizeClass={IMAGE_FRAME_CLASSES} />
          </Suspense>
        )}
      </>
    )
  if (today !== undefined) return <OrphanReaction message={message} today={today} />
  if (album) return album[0]?.message_id === message.message_id ? <ImageGrid messages={album} /> : <InGridPlaceholder />
  if (showsEditedMarkOnly) return message.revoked_at ? null : <EditedMark message={message} />
  if (message.revoked_at)
    return <p className="text-ink-3 italic">Mensagem apagada{isLeadRole(message.role) ? ' pelo lead' : ''}</p>
  const marks = formatOriginMarks(message)
  return (
    <>
      {message.ad && <AdCard ad={message.ad} />}
      {message.reply_to && <QuotedMessage quote={message.reply_to} />}
      {message.our_reaction?.error && <RejectedReaction reason={message.our_reaction.error} />}
      {marks && <p className="text-ink-3 text-meta">{marks}</p>}
      {message.choices ? (
        <ChoicesQuestion question={message.content} options={message.choices.options} />
      ) : (
        renderContent(message)
      )}
      {message.file_line && <FileSummaryLine summary={message.file_line} />}
    </>
  )
}
