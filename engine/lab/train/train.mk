# What fits the prior's weights and makes the network's shards (engine/lab/train/prior and
# engine/lab/train/network say how): not part of the program.
fit: $(OUT)/sample-prior $(OUT)/fit-prior $(OUT)/make-shard $(OUT)/libconvolution.so
$(OUT)/sample-prior $(OUT)/fit-prior: $(OUT)/%-prior: $(OUT)/engine/lab/train/prior/%.o \
    $(OUT)/engine/lab/train/prior/position.o $(LIBRARY)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(OUT)/make-shard: $(addprefix $(OUT)/engine/lab/train/network/,make_shard.o shard.o variety.o) $(LIBRARY)
	$(QUIET)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# Convolutions for training, which Python loads: compiled for this machine, whatever it is.
$(OUT)/libconvolution.so: engine/lab/train/network/convolution.c Makefile
	@mkdir -p $(@D)
	$(QUIET)$(CC) $(ALL_CFLAGS) -O3 -march=native -fopenmp -fPIC -shared -Wno-conversion -o $@ $<

-include $(wildcard $(OUT)/engine/lab/train/*/*.d)
.PHONY: fit
