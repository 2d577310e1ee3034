import { useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { useLayerEntry } from '../../../../shared/ui/layer-history.ts'
import './gallery.css'
import type { Picture } from './pictures.ts'

const LABELS = {
  Lightbox: 'Imagens',
  'Photo gallery': 'Galeria',
  Carousel: 'galeria',
  Slide: 'imagem',
  Previous: 'Anterior',
  Next: 'Próxima',
  Close: 'Fechar',
  Download: 'Baixar',
  'Zoom in': 'Aumentar',
  'Zoom out': 'Diminuir',
  '{index} of {total}': '{index} de {total}',
}

/** How far a picture is drawn larger than it is. */
const ZOOM_MAX = 4

interface GalleryProps {
  /** In their order; taken as they are when it opens. */
  pictures: readonly Picture[]
  /** Which of them is shown first. */
  openId: string
  onClose: () => void
  /** The layer that it opens from, so that it is above that and a part of it. */
  within?: HTMLElement | null
}

/** Pictures one by one over the whole page: arrows, zoom, 'Baixar', Esc (1-whatsapp, section 4, Gallery). Their originals are loaded here only. */
export default function Gallery({ pictures, openId, onClose, within = null }: GalleryProps) {
  const [{ slides, index }] = useState(() => ({
    slides: pictures.map(({ src, alt, filename }) => ({ src, alt, download: { url: src, filename } })),
    index: Math.max(
      0,
      pictures.findIndex(({ id }) => id === openId),
    ),
  }))
  const isAlone = slides.length < 2
  useLayerEntry(true, onClose)
  return (
    <Lightbox
      open
      close={onClose}
      slides={slides}
      index={index}
      plugins={[Download, Zoom]}
      labels={LABELS}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: ZOOM_MAX }}
      portal={{ root: within }}
      {...(isAlone ? { render: { buttonPrev: () => null, buttonNext: () => null } } : {})}
    />
  )
}
