//! LZW compression of GIF frames, with codes of up to 12 bits. It encodes a run of equal pixels in one step, as frames of a replay
//! are nearly all runs; a general encoder looks up every pixel.

/// Pixels are bytes.
const PIXEL_BITS: u8 = 8;
/// "Forget all strings."
const CLEAR: u16 = 1 << PIXEL_BITS;
/// "This was all."
const END: u16 = CLEAR + 1;
const MAX_CODE: u16 = 4_095;
/// Places for strings: a power of two, twice as many as there are codes.
const PLACE_BITS: u32 = 13;
/// Nothing here. No string can be packed to this: a code is larger than that of the string it prolongs.
const FREE: u32 = u32::MAX;

/// Pixels as the format's minimal code size and the bytes of the codes.
pub(crate) fn compressed(pixels: &[u8]) -> Vec<u8> {
    let mut codes = LzwWriter::new();
    let mut strings = LzwDictionary::new();
    codes.put(CLEAR);
    let mut rest = pixels;
    let mut run = 0;
    while let Some(first) = rest.first().copied() {
        if run == 0 {
            run = run_length(rest, first);
        }
        let (mut code, known) = strings.run(first, run);
        rest = &rest[known..];
        run -= known;
        // A run that ends here may be the beginning of a known string.
        if run == 0 {
            while let Some(longer) = rest.first().and_then(|pixel| strings.longer(code, *pixel)) {
                code = longer;
                rest = &rest[1..];
            }
        }
        codes.put(code);
        if let Some(next) = rest.first() {
            if run > 0 {
                strings.learn_run(first, codes.next);
            } else {
                strings.learn(code, *next, codes.next);
            }
        }
        if codes.count() {
            codes.put(CLEAR);
            codes.start_again();
            strings.forget();
        }
    }
    codes.put(END);
    codes.bytes()
}

/// How many pixels at the front are equal to the first.
fn run_length(pixels: &[u8], first: u8) -> usize {
    const STRIDE: usize = 32;
    let whole = pixels.chunks_exact(STRIDE).take_while(|chunk| **chunk == [first; STRIDE]).count() * STRIDE;
    whole + pixels[whole..].iter().take_while(|pixel| **pixel == first).count()
}

/// The codes so far, as bytes, and how long the next one is.
struct LzwWriter {
    bytes: Vec<u8>,
    /// Bits that are not yet whole bytes, lowest first.
    waiting: u32,
    waiting_bits: u8,
    /// Length of a code.
    width: u8,
    /// The code of the next string.
    next: u16,
}

impl LzwWriter {
    fn new() -> Self {
        Self { bytes: vec![PIXEL_BITS], waiting: 0, waiting_bits: 0, width: PIXEL_BITS + 1, next: END + 1 }
    }

    fn put(&mut self, code: u16) {
        self.waiting |= u32::from(code) << self.waiting_bits;
        self.waiting_bits += self.width;
        while self.waiting_bits >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.waiting_bits -= 8;
        }
    }

    /// A reader counts one string after each code, whether it is needed or not. Tells whether that was the last one.
    fn count(&mut self) -> bool {
        if self.next == 1 << self.width {
            self.width += 1;
        }
        self.next += 1;
        self.next > MAX_CODE
    }

    fn start_again(&mut self) {
        self.width = PIXEL_BITS + 1;
        self.next = END + 1;
    }

    fn bytes(mut self) -> Vec<u8> {
        if self.waiting_bits > 0 {
            self.bytes.push(self.waiting as u8);
        }
        self.bytes
    }
}

/// The strings that have codes.
struct LzwDictionary {
    /// For each pixel the codes of two, three, … of it.
    runs: Vec<Vec<u16>>,
    /// All others by the code they prolong and the pixel they add: 12 bits, 8 bits, and 12 bits of their own code.
    places: Vec<u32>,
}

impl LzwDictionary {
    fn new() -> Self {
        Self { runs: vec![Vec::new(); 256], places: vec![FREE; 1 << PLACE_BITS] }
    }

    fn forget(&mut self) {
        self.runs.iter_mut().for_each(Vec::clear);
        self.places.fill(FREE);
    }

    /// The longest known string of at most so many of a pixel, and its length.
    fn run(&self, pixel: u8, length: usize) -> (u16, usize) {
        let known = &self.runs[usize::from(pixel)];
        let more = (length - 1).min(known.len());
        let code = more.checked_sub(1).and_then(|last| known.get(last));
        (code.copied().unwrap_or(u16::from(pixel)), more + 1)
    }

    fn learn_run(&mut self, pixel: u8, code: u16) {
        self.runs[usize::from(pixel)].push(code);
    }

    /// The code of a string and one pixel more.
    fn longer(&self, code: u16, pixel: u8) -> Option<u16> {
        let key = key(code, pixel);
        let found = self.places[self.place(key)];
        (found != FREE).then_some((found & 0xfff) as u16)
    }

    fn learn(&mut self, code: u16, pixel: u8, longer: u16) {
        let key = key(code, pixel);
        let place = self.place(key);
        self.places[place] = key << 12 | u32::from(longer);
    }

    /// Where that string is, or would be.
    fn place(&self, key: u32) -> usize {
        let mut place = (key.wrapping_mul(0x9e37_79b1) >> (32 - PLACE_BITS)) as usize;
        while self.places[place] != FREE && self.places[place] >> 12 != key {
            place = (place + 1) % (1 << PLACE_BITS);
        }
        place
    }
}

fn key(code: u16, pixel: u8) -> u32 {
    u32::from(code) << 8 | u32::from(pixel)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;

    /// What an independent reader makes of the codes.
    fn read(pixels: &[u8]) -> Vec<u8> {
        let mut file = gif::Encoder::new(Vec::new(), pixels.len() as u16, 1, &[0; 768]).unwrap();
        let buffer = compressed(pixels).into();
        let frame = gif::Frame { width: pixels.len() as u16, height: 1, buffer, ..gif::Frame::default() };
        file.write_lzw_pre_encoded_frame(&frame).unwrap();
        let file = file.into_inner().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut reader = options.read_info(file.as_slice()).unwrap();
        reader.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn another_reader_gets_the_same_pixels() {
        let runs = prop::collection::vec((any::<u8>(), prop_oneof![1..4_usize, 1..3_000_usize]), 1..40);
        let few = prop::collection::vec(0..3_u8, 1..20_000);
        let noise = prop::collection::vec(any::<u8>(), 1..20_000);
        let pixels = prop_oneof![
            runs.prop_map(|runs| runs.into_iter().flat_map(|(pixel, length)| vec![pixel; length]).collect()),
            few,
            noise
        ];
        let check = |pixels: Vec<u8>| {
            let pixels = &pixels[..pixels.len().min(usize::from(u16::MAX))];
            prop_assert!(read(pixels) == pixels);
            Ok(())
        };
        TestRunner::new(ProptestConfig { cases: 300, ..ProptestConfig::default() })
            .run(&pixels, check)
            .unwrap();
    }

    /// The width of the last code depends on the number of codes before it: every length near a change is tried.
    #[test]
    fn the_end_is_found_after_any_number_of_codes() {
        let noise: Vec<u8> =
            (0..9_000_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for around in [1, 254, 766, 1_790, 3_838, 4_096] {
            for length in around..around + 4 {
                assert!(read(&noise[..length]) == noise[..length], "{length}");
            }
        }
    }
}
