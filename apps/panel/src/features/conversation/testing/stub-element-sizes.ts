import { vi } from 'vitest'

const ELEMENT_SIZE = { width: 600, height: 800 }

/** Gives every element and the window a size, because jsdom has no layout and virtualised lists would render no rows. */
export function stubElementSizes({ width = 1_440 } = {}): void {
  vi.stubGlobal('innerWidth', width)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(ELEMENT_SIZE.width)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(ELEMENT_SIZE.height)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, ELEMENT_SIZE.width, 64))
  HTMLElement.prototype.scrollTo = () => {}
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR')
}
