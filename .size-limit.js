import { INITIAL_CHUNKS, listStaticClosure, readBuildManifest } from './scripts/build/static-closure.ts'

const panel = readBuildManifest('apps/panel/dist')
const webchat = readBuildManifest('apps/webchat/dist')

const conversation = listStaticClosure(panel, INITIAL_CHUNKS.conversation)
/** What menus, dialogs and the parts that pages share bring anyway. */
const layers = [...conversation, ...listStaticClosure(panel, ['thread-menu-items', 'thread-dialog', 'parts'])]

/** What the browser has fetched before the page can be used: every module that is imported, none that is only awaited later. */
export default [
  {
    name: 'panel: sign-in',
    path: listStaticClosure(panel, INITIAL_CHUNKS.signIn),
    limit: '120 kB',
    gzip: true,
  },
  {
    name: 'panel: sign-in, with all that it loads until nothing more comes',
    path: listStaticClosure(panel, INITIAL_CHUNKS.signInAtRest),
    limit: '140 kB',
    gzip: true,
  },
  {
    name: 'panel: an open conversation, before real time',
    path: conversation,
    limit: '220 kB',
    gzip: true,
  },
  {
    name: 'panel: the gallery, with the first picture that is opened',
    path: listStaticClosure(panel, ['image-gallery']).filter((file) => !conversation.includes(file)),
    limit: '25 kB',
    gzip: true,
  },
  {
    name: 'panel: the tray, with the first file that is chosen',
    path: listStaticClosure(panel, ['files-chunk']).filter((file) => !layers.includes(file)),
    limit: '40 kB',
    gzip: true,
  },
  {
    name: 'panel: what makes a recording a voice message',
    path: listStaticClosure(panel, ['repackage-as-voice-note']).filter((file) => !conversation.includes(file)),
    limit: '60 kB',
    gzip: true,
  },
  {
    name: 'panel: what makes films, with the first one that is attached',
    path: 'apps/panel/dist/assets/video-worker-*.js',
    limit: '110 kB',
    gzip: true,
  },
  { name: 'web chat', path: listStaticClosure(webchat, ['index.html']), limit: '22 kB', gzip: true },
]
