// Drawing points that can be moved, zoomed and pointed at.

const RADIUS = 3, LABELS = 14;

export class Canvas {
  constructor(surface, places, reactions, signal) {
    Object.assign(this, { surface, places, reactions, pointed: null, topic: null, lit: null });
    this.paint = surface.getContext("2d");
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.colours = coloursOf(places.topics);
    this.labels = labelsOf(places);
    this.home(false);
    const listen = (target, name, reaction, options = {}) => target.addEventListener(name, reaction, { signal, ...options });
    listen(surface, "wheel", (event) => { event.preventDefault(); this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY); }, { passive: false });
    listen(surface, "pointerdown", (event) => this.press(event));
    listen(surface, "pointermove", (event) => this.drag(event));
    listen(surface, "pointerup", (event) => this.release(event));
    listen(surface, "pointercancel", () => this.fingers.clear());
    listen(surface, "pointerleave", () => this.hover(null));
    listen(surface, "keydown", (event) => this.key(event));
    listen(this.dark, "change", () => this.draw());
    this.fingers = new Map();
    const watcher = new ResizeObserver(() => this.resize());
    watcher.observe(surface);
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  home(draw = true) {
    this.view = { x: 0, y: 0, scale: 1 };
    if (draw) this.changed();
  }

  resize() {
    const { clientWidth, clientHeight } = this.surface, ratio = devicePixelRatio || 1;
    this.surface.width = Math.round(clientWidth * ratio);
    this.surface.height = Math.round(clientHeight * ratio);
    this.paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.changed();
  }

  get unit() { return Math.min(this.surface.clientWidth, this.surface.clientHeight) / 2.2 * this.view.scale; }
  across(x) { return this.surface.clientWidth / 2 + (x - this.view.x) * this.unit; }
  down(y) { return this.surface.clientHeight / 2 - (y - this.view.y) * this.unit; }

  zoom(factor, x = this.surface.clientWidth / 2, y = this.surface.clientHeight / 2) {
    const before = this.unit;
    this.view.scale = Math.max(0.5, Math.min(200, this.view.scale * factor));
    const shift = 1 / before - 1 / this.unit; // what is under the pointer stays there
    this.view.x += (x - this.surface.clientWidth / 2) * shift;
    this.view.y -= (y - this.surface.clientHeight / 2) * shift;
    this.changed();
  }

  move(dx, dy) {
    this.view.x -= dx / this.unit;
    this.view.y += dy / this.unit;
    this.changed();
  }

  choose(topic) { this.topic = topic; this.changed(); }
  // Lights up places, the best first; none of them are pointed at any more, as they may be gone.
  light(places) {
    this.lit = places === null ? null : new Map(places.map((place, rank) => [place, rank]));
    this.pointed = null;
    this.changed();
  }

  point(place) { this.pointed = place; this.draw(); }

  press(event) {
    this.surface.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
    this.dragged = 0;
    this.reactions.hovered(null);
  }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) { this.hover(event); return; }
    const now = [event.offsetX, event.offsetY], dx = now[0] - before[0], dy = now[1] - before[1];
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const apart = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]);
      this.zoom(apart(now) / Math.max(1, apart(before)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else this.move(dx, dy);
    this.fingers.set(event.pointerId, now);
    this.dragged += Math.hypot(dx, dy);
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    const place = this.dragged < 4 ? this.nearest(event.offsetX, event.offsetY) : null;
    if (place !== null) this.reactions.clicked(place);
  }

  hover(event) {
    const place = event ? this.nearest(event.offsetX, event.offsetY) : null;
    this.surface.classList.toggle("on-point", place !== null);
    this.reactions.hovered(place, event?.offsetX, event?.offsetY);
    if (place !== this.pointed) this.point(place);
  }

  key(event) {
    const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (moves[event.key]) this.move(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.home();
    else return;
    event.preventDefault();
  }

  nearest(x, y) {
    let best = null, least = 12 ** 2;
    for (const place of this.visible) {
      const distance = (this.across(this.places.x[place]) - x) ** 2 + (this.down(this.places.y[place]) - y) ** 2;
      if (distance < least) [best, least] = [place, distance];
    }
    return best;
  }

  matters(place) {
    return (this.topic === null || this.places.topic[place] === this.topic) && (this.lit === null || this.lit.has(place));
  }

  changed() {
    const { clientWidth: width, clientHeight: height } = this.surface, { x, y } = this.places;
    this.visible = [];
    for (let place = 0; place < x.length; place++) {
      const left = this.across(x[place]), top = this.down(y[place]);
      if (left >= 0 && left <= width && top >= 0 && top <= height) this.visible.push(place);
    }
    this.reactions.hovered(null); // what is under the pointer is somewhere else now
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.reactions.moved(this.inOrder(), this.lit !== null), 120);
  }

  // What can be seen and matters: hits by their rank, anything else by how near to the middle it is.
  inOrder() {
    const { x, y } = this.places, from = (place) => (x[place] - this.view.x) ** 2 + (y[place] - this.view.y) ** 2;
    const order = this.lit === null ? from : (place) => this.lit.get(place);
    return this.visible.filter((place) => this.matters(place)).sort((a, b) => order(a) - order(b));
  }

  draw() {
    const { paint, places } = this, dark = this.dark.matches;
    paint.clearRect(0, 0, this.surface.clientWidth, this.surface.clientHeight);
    const radius = Math.min(7, RADIUS * Math.sqrt(this.view.scale)) * (places.x.length > 3000 ? 0.7 : 1);
    const dim = this.lit !== null || this.topic !== null;
    for (const strong of dim ? [false, true] : [true]) {
      paint.globalAlpha = strong ? 0.85 : 0.15;
      for (const place of this.visible) {
        if (dim && this.matters(place) !== strong) continue;
        paint.fillStyle = this.colours.get(places.topic[place])?.[dark ? 1 : 0] ?? "#777";
        paint.beginPath();
        paint.arc(this.across(places.x[place]), this.down(places.y[place]), strong && dim ? radius + 1.5 : radius, 0, 7);
        paint.fill();
      }
    }
    paint.globalAlpha = 1;
    this.drawLabels(dark);
    if (this.pointed !== null) {
      paint.strokeStyle = dark ? "#fff" : "#000";
      paint.lineWidth = 2;
      paint.beginPath();
      paint.arc(this.across(places.x[this.pointed]), this.down(places.y[this.pointed]), radius + 5, 0, 7);
      paint.stroke();
    }
  }

  drawLabels(dark) {
    const { paint } = this, taken = [];
    paint.font = "600 12px system-ui, sans-serif";
    paint.textAlign = "center";
    for (const { topic, name, x, y } of this.labels) {
      if (this.topic !== null && this.topic !== topic) continue;
      const left = this.across(x), top = this.down(y), half = paint.measureText(name).width / 2 + 4;
      if (taken.length >= LABELS * this.view.scale || left < half || left > this.surface.clientWidth - half) continue;
      if (taken.some((other) => Math.abs(other.top - top) < 16 && Math.abs(other.left - left) < half + other.half)) continue;
      taken.push({ left, top, half });
      paint.lineWidth = 4;
      paint.strokeStyle = dark ? "#14181d" : "#ffffff";
      paint.strokeText(name, left, top);
      paint.fillStyle = dark ? "#f2f4f7" : "#16202a";
      paint.fillText(name, left, top);
    }
  }
}

// Neighbouring numbers get hues far apart; names on the map tell topics apart where colours cannot.
function coloursOf(topics) {
  return new Map(topics.map(({ number }, place) => {
    const hue = (place * 137.508) % 360;
    return [number, [`hsl(${hue} 70% ${place % 2 ? 34 : 44}%)`, `hsl(${hue} 70% ${place % 2 ? 62 : 72}%)`]];
  }));
}

// A topic's name stands at the middle one of its points, where a mean could fall between two of its places.
function labelsOf({ x, y, topic, topics }) {
  const members = new Map();
  topic.forEach((number, place) => (members.get(number) ?? members.set(number, []).get(number)).push(place));
  return topics.filter(({ number }) => members.has(number)).map(({ number, name }) => {
    const own = members.get(number), middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
    const [mx, my] = [middle(own.map((place) => x[place])), middle(own.map((place) => y[place]))];
    const from = (place) => (x[place] - mx) ** 2 + (y[place] - my) ** 2;
    const best = own.reduce((a, b) => (from(b) < from(a) ? b : a));
    return { topic: number, name, x: x[best], y: y[best] };
  });
}
