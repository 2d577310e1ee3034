import type { Page } from '@playwright/test'

/** What a person presses; what the browser draws of media it sizes itself. */
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=option], [role=separator][tabindex]'

/**
 * Controls of the page, or of one part of it, that a press meets on less than `least` px each way: its own box, a label and what is drawn
 * around it for the hand count. A link within a sentence is as high as its line (WCAG 2.5.8), what is out of use needs no target, and what
 * shows itself to the keyboard only is not pressed.
 */
export const tooSmall = (page: Page, least: number, within = 'body'): Promise<string[]> =>
  page.evaluate(
    ({ selector, least, within }) => {
      const part = document.querySelector(within)
      if (!part) throw new Error(`There is no ${within}`)
      const labelsOf = (control: Element) => [...((control as HTMLInputElement).labels ?? [])]
      /** Its own, or its label's where it is drawn by that. */
      const boxOf = (control: Element) =>
        [control, ...labelsOf(control)]
          .map((one) => one.getClientRects()[0] ?? new DOMRect())
          .find(({ width, height }) => width > 1 && height > 1) ?? new DOMRect()
      const isHit = (control: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        // What an open layer hides of it, it has again when that is left.
        if (hit?.closest('[data-open][data-side]')?.contains(control) === false) return true
        return hit !== null && (control.contains(hit) || labelsOf(control).some((label) => label.contains(hit)))
      }
      /** How far one may go from the middle, this way and the opposite one, and still meet the control. */
      const reach = (control: Element, x: number, y: number, across: boolean) => {
        const far = (step: number) => {
          let at = 0
          while (Math.abs(at) < least && isHit(control, across ? x + at + step : x, across ? y : y + at + step)) at += step
          return Math.abs(at)
        }
        return far(0.5) + far(-0.5)
      }
      const inSentence = (control: Element) =>
        control.matches('a') &&
        getComputedStyle(control).display === 'inline' &&
        [...(control.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim() !== '')
      const nameOf = (control: Element) =>
        control.getAttribute('aria-label') ||
        labelsOf(control)[0]?.textContent?.trim() ||
        control.textContent?.trim() ||
        control.getAttribute('title') ||
        control.outerHTML.slice(0, 80)
      const isShown = (control: Element) =>
        control.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        !control.closest('[inert], [aria-hidden=true], :disabled, [aria-disabled=true], a.sr-only') &&
        boxOf(control).width > 1
      const found = [...part.querySelectorAll(selector)].filter((one) => isShown(one) && !inSentence(one))
      if (found.length === 0) throw new Error(`Nothing in ${within} can be pressed`)
      return found.flatMap((control) => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const box = boxOf(control)
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        const name = `${control.tagName.toLowerCase()} '${nameOf(control).slice(0, 40)}'`
        // A layer that is open stands over others, until it is left.
        if (document.elementFromPoint(x, y)?.closest('[data-open][data-side]')?.contains(control) === false) return []
        if (!isHit(control, x, y)) return [`${name} is covered`]
        const [width, height] = [reach(control, x, y, true), reach(control, x, y, false)]
        return Math.min(width, height) < least - 1 ? [`${name} is ${width} × ${height}`] : []
      })
    },
    { selector: CONTROLS, least, within },
  )
