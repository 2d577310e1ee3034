import { useState } from 'react'
import Lightbox from 'yet-another-react-lightbox'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { useLayerHistoryEntry } from '../../../../shared/ui/layers/use-layer-history-entry.ts'
import './gallery.css'
import type { GalleryImage } from './gallery-images.ts'

const GALLERY_LABELS = {
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

const MAX_ZOOM = 4

interface ImageGalleryProps {
  /** Images in display order. Changes after the opening are ignored. */
  images: readonly GalleryImage[]
  /** Id of the image that is shown first. */
  openId: string
  onClose: () => void
  /** Layer from which the gallery is opened. The gallery is rendered inside this layer, so that it appears above it. */
  container?: HTMLElement | null
}

/**
 * Full-page image gallery with arrow keys, zoom, 'Baixar' and Esc (1-whatsapp, section 4, Gallery). Full-size images are loaded only here.
 */
export default function ImageGallery({ images, openId, onClose, container = null }: ImageGalleryProps) {
  const [{ slides, index }] = useState(() => ({
    slides: images.map(({ src, alt, filename }) => ({ src, alt, download: { url: src, filename } })),
    index: Math.max(
      0,
      images.findIndex(({ id }) => id === openId),
    ),
  }))
  const isSingle = slides.length < 2
  useLayerHistoryEntry(true, onClose)
  return (
    <Lightbox
      open
      close={onClose}
      slides={slides}
      index={index}
      plugins={[Download, Zoom]}
      labels={GALLERY_LABELS}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true }}
      zoom={{ maxZoomPixelRatio: MAX_ZOOM }}
      portal={{ root: container }}
      {...(isSingle ? { render: { buttonPrev: () => null, buttonNext: () => null } } : {})}
    />
  )
}
