import { KeyboardSensor } from '@dnd-kit/dom'

/** Moves a dragged thing from place to place with each arrow key instead of by a few pixels. */
export class LeapingKeys extends KeyboardSensor {
  protected override handleMove(direction: 'up' | 'down' | 'left' | 'right', event: KeyboardEvent): void {
    event.preventDefault()
    const { position } = this.manager.dragOperation
    const { x, y } = position.current
    const isSideways = direction === 'left' || direction === 'right'
    const sign = direction === 'left' || direction === 'up' ? -1 : 1
    const places = [...this.manager.registry.droppables.value].flatMap(({ element, disabled }) => {
      if (!element || disabled) return []
      const box = element.getBoundingClientRect()
      const to = { x: box.left + box.width / 2, y: box.top + Math.min(box.height, window.innerHeight) / 2 }
      const ahead = sign * (isSideways ? to.x - x : to.y - y)
      const isIn = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
      return ahead > 0 && !isIn ? [{ to, ahead }] : []
    })
    const [next] = places.toSorted((one, other) => one.ahead - other.ahead)
    if (next) this.manager.actions.move({ event, to: next.to })
  }
}
