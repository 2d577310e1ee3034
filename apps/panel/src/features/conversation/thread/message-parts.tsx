import { type Attachment, isLeadRole, type Message } from '@prosa/contract/entities/message'
import { mapUrl } from '@prosa/contract/rules/map-link'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import MapPin from 'lucide-react/icons/map-pin'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, Suspense } from 'react'
import { latePart } from '../../../shared/ui/late-part.tsx'
import type { Unsent, UnsentCard } from '../cache/outbox.ts'
import { shown } from '../cache/shown-text.ts'
import type { VoiceProps } from '../files/player/voice.tsx'
import type { UnsentFileProps } from '../files/unsent-file.tsx'
import { AdCard } from './ad-card.tsx'
import { Card } from './card.tsx'
import { ShownChoices } from './choices.tsx'
import { ContactCards } from './contact-cards.tsx'
import { DocumentCard } from './document-card.tsx'
import { EditedMark } from './edited-mark.tsx'
import { FileLine } from './file-line.tsx'
import { useAlbums } from './gallery/albums.ts'
import { InGrid, PictureGrid } from './gallery/picture-grid.tsx'
import { LooseReaction } from './loose-reaction.tsx'
import { Picture } from './picture.tsx'
import { FRAME, FROM_PHONE, PLAIN, roomOf } from './picture-frame.ts'
import { Quote, ReactionRefused } from './quote.tsx'
import { safeUrl } from './safe-url.ts'

const [UnsentFile] = latePart<UnsentFileProps>(() => import('../files/late.ts').then((late) => ({ default: late.UnsentFile })))
const [Voice] = latePart<VoiceProps>(() => import('../files/late.ts').then((late) => ({ default: late.Voice })))

type Kind = (attachment: Attachment, message: Message) => ReactNode

const locationCard = (attachment: Attachment) => (
  <Card
    Icon={MapPin}
    title={attachment.name || 'Localização'}
    detail={attachment.address === attachment.name ? '' : (attachment.address ?? '')}
    href={mapUrl(attachment)}
  />
)

/** Renders a placeholder for a file that is still being fetched or was refused, with the reason. */
const notHere = (alt: string, { state, reason }: Attachment) => (
  <Card Icon={FileText} title={`${alt} ${state === 'waiting' ? 'a caminho…' : 'indisponível'}`} detail={reason ?? ''} />
)

/** Renders a location, a contact or a question of an unsent message as it will look once sent. */
const cardOnItsWay = (card: UnsentCard) => {
  if ('choices' in card) return <ShownChoices question={card.question} options={card.choices.options} />
  return 'location' in card ? locationCard(card.location) : <ContactCards attachment={card.contact} />
}

const picture =
  (alt: string, className: string): Kind =>
  (attachment, { message_id }) => {
    const href = safeUrl(attachment.url)
    if (!href) return notHere(alt, attachment)
    return <Picture messageId={message_id} attachment={attachment} href={href} alt={alt} className={className} />
  }

/** Renderer of the part above the text, by message type (VIEW-36). */
const KINDS: Readonly<Record<string, Kind>> = {
  image: picture('Imagem', `${FRAME} object-cover`),
  sticker: picture('Figurinha', 'size-32 object-contain'),
  audio: (attachment, { message_id, transcript }) => {
    const { url, voice, mime_type, duration_ms } = attachment
    const href = safeUrl(url)
    const label = voice ? 'Mensagem de voz' : 'Áudio'
    return href ? (
      <Suspense fallback={<div className="h-13" />}>
        <Voice
          sound={{ id: message_id, source: href, mimeType: mime_type ?? '' }}
          label={label}
          durationMs={duration_ms}
          transcript={transcript}
        />
      </Suspense>
    ) : (
      notHere(label, attachment)
    )
  },
  video: (attachment) => {
    const href = safeUrl(attachment.url)
    return href ? (
      <video controls preload="none" src={href} aria-label="Vídeo" className={`${FRAME} object-contain`} />
    ) : (
      notHere('Vídeo', attachment)
    )
  },
  document: (attachment) => {
    const { url, filename, state, reason } = attachment
    const href = safeUrl(url)
    return href ? (
      <DocumentCard attachment={attachment} href={href} />
    ) : (
      <Card Icon={FileText} title={filename || 'Documento'} detail={state === 'waiting' ? 'A caminho…' : (reason ?? '')} />
    )
  },
  location: locationCard,
  media_placeholder: () => <Card Icon={Smartphone} title="Arquivo no celular" />,
  contact: (attachment) => <ContactCards attachment={attachment} />,
}

const marksOf = ({ forwarded, product, source }: Message): string =>
  [
    FROM_PHONE[source ?? ''],
    forwarded && (forwarded === 'often' ? 'Encaminhada muitas vezes' : 'Encaminhada'),
    product && `Sobre o produto ${shown(product)}`,
  ]
    .filter(Boolean)
    .join(' · ')

const partOf = (message: Message): ReactNode => {
  const type = message.type ?? 'text'
  if (PLAIN.has(type)) return null
  const kind = KINDS[type]
  if (kind) return kind(message.attachment ?? {}, message)
  return <Card Icon={CircleHelp} title={`Mensagem do tipo “${type}”`} detail="Este painel ainda não mostra este tipo." />
}

type MessagePartsProps =
  | {
      message: Message
      entry?: undefined
      /** Whether only the mark 'edited' beside the time is rendered. */
      isMark?: boolean
      /** Current calendar day. Set only for a reaction whose message is not loaded: then nothing else is rendered. */
      today?: number
    }
  /** An unsent message with a file. */
  | { entry: Unsent; message?: undefined; isMark?: undefined; today?: undefined }

/** Renders everything of a message except its text. Loaded with the first message that needs it, because most messages are text only. */
export default function MessageParts({ message, entry, isMark, today }: MessagePartsProps) {
  const album = useAlbums(({ albums }) => albums.get(message?.message_id ?? ''))
  if (entry)
    return (
      <>
        {entry.replyTo && <Quote quote={entry.replyTo} />}
        {entry.file?.card && cardOnItsWay(entry.file.card)}
        {entry.file && !entry.file.card && (
          <Suspense fallback={<div className={roomOf(entry)} />}>
            <UnsentFile entry={entry} frame={FRAME} />
          </Suspense>
        )}
      </>
    )
  if (today !== undefined) return <LooseReaction message={message} today={today} />
  if (album) return album[0]?.message_id === message.message_id ? <PictureGrid pictures={album} /> : <InGrid />
  if (isMark) return message.revoked_at ? null : <EditedMark message={message} />
  if (message.revoked_at)
    return <p className="text-ink-3 italic">Mensagem apagada{isLeadRole(message.role) ? ' pelo lead' : ''}</p>
  const marks = marksOf(message)
  return (
    <>
      {message.ad && <AdCard ad={message.ad} />}
      {message.reply_to && <Quote quote={message.reply_to} />}
      {message.our_reaction?.error && <ReactionRefused reason={message.our_reaction.error} />}
      {marks && <p className="text-ink-3 text-meta">{marks}</p>}
      {message.choices ? <ShownChoices question={message.content} options={message.choices.options} /> : partOf(message)}
      {message.file_line && <FileLine about={message.file_line} />}
    </>
  )
}
