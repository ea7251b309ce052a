/** A delay that ends early if something wakes the device or the load test ends. */
export class Waiting {
  #end: (() => void) | undefined;
  isOver = false;

  for(ms: number): Promise<void> {
    if (this.isOver) return Promise.resolve();
    return new Promise((settle) => {
      const timer = setTimeout(() => this.wake(), ms);
      this.#end = () => {
        clearTimeout(timer);
        this.#end = undefined;
        settle();
      };
    });
  }

  wake(): void {
    this.#end?.();
  }

  finish(): void {
    this.isOver = true;
    this.wake();
  }
}
