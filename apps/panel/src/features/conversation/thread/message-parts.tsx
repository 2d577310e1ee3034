import type { Attachment, Message } from '@prosa/contract/entities/message'
import { formatPhone } from '@prosa/contract/rules/phone'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import FileText from 'lucide-react/icons/file-text'
import MapPin from 'lucide-react/icons/map-pin'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { shown } from '../cache/shown-text.ts'
import { Outward } from './outward.tsx'
import { FRAME } from './picture-frame.ts'
import { safeUrl } from './safe-url.ts'

/** A thing with an icon, a name and perhaps somewhere to go. */
function Card({ Icon, title, detail, href }: { Icon: typeof FileText; title: string; detail?: string; href?: string | null }) {
  const inside = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0">
        <span dir="auto" className="wrap-anywhere block font-semibold text-ui">
          {shown(title)}
        </span>
        {detail && <span className="block text-ink-3 text-meta">{shown(detail)}</span>}
      </span>
    </>
  )
  const look = 'flex items-center gap-2.5 rounded-control border border-line px-3 py-2'
  return href ? (
    <Outward href={href} className={`${look} hover:bg-hover`}>
      {inside}
    </Outward>
  ) : (
    <span className={look}>{inside}</span>
  )
}

const sizeText = (size: number | null | undefined): string => {
  if (!size) return ''
  const [value, unit] = size < 1_000_000 ? [size / 1_000, 'kB'] : [size / 1_000_000, 'MB']
  return `${value.toLocaleString('pt-BR', { maximumFractionDigits: 1 })} ${unit}`
}

const placeUrl = ({ latitude, longitude }: Attachment): string | null =>
  Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
    ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
    : null

type Kind = (attachment: Attachment, message: Message) => ReactNode

const picture =
  (alt: string, className: string): Kind =>
  ({ url }) => {
    const href = safeUrl(url)
    if (!href) return <Card Icon={FileText} title={`${alt} indisponível`} />
    return (
      <Outward href={href} className="block">
        <img src={href} alt={alt} loading="lazy" className={className} />
      </Outward>
    )
  }

/** What each kind of message shows above its text (decisions.md, 'message types other than text'). */
const KINDS: Readonly<Record<string, Kind>> = {
  image: picture('Imagem', `${FRAME} object-cover`),
  sticker: picture('Figurinha', 'size-32 object-contain'),
  audio: ({ url, voice }) => {
    const href = safeUrl(url)
    const label = voice ? 'Mensagem de voz' : 'Áudio'
    // A lead's recording comes without captions; what was said stands in the text when the provider transcribes it.
    return href ? (
      <audio controls preload="none" src={href} aria-label={label} className="w-72 max-w-full" />
    ) : (
      <Card Icon={FileText} title={`${label} indisponível`} />
    )
  },
  video: ({ url }) => {
    const href = safeUrl(url)
    return href ? (
      <video controls preload="none" src={href} aria-label="Vídeo" className={`${FRAME} object-contain`} />
    ) : (
      <Card Icon={FileText} title="Vídeo indisponível" />
    )
  },
  document: ({ url, filename, size }) => (
    <Card Icon={FileText} title={filename || 'Documento'} detail={sizeText(size)} href={safeUrl(url)} />
  ),
  location: (attachment) => (
    <Card
      Icon={MapPin}
      title={attachment.name || 'Localização'}
      detail={attachment.address === attachment.name ? '' : (attachment.address ?? '')}
      href={placeUrl(attachment)}
    />
  ),
  contact: ({ name, phone }) => <Card Icon={UserRound} title={name || 'Contato'} detail={formatPhone(phone)} />,
}

/** What a message carries besides its text; most carry nothing, so this comes with the first that does. */
export default function MessageParts({ message }: { message: Message }) {
  const type = message.type ?? 'text'
  const kind = KINDS[type]
  if (kind) return kind(message.attachment ?? {}, message)
  return <Card Icon={CircleHelp} title={`Mensagem do tipo “${type}”`} detail="Este painel ainda não mostra este tipo." />
}
