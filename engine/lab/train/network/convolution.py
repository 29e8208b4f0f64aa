"""3x3 convolutions of rectified images, by convolution.c if it has been built (make fit), otherwise
by PyTorch."""

import ctypes
import os

import torch
import torch.nn.functional as F

GROUP = 16  # channels come in multiples of it
PATH = os.environ.get("DIHEDRA_CONVOLUTION", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../../../build/release/libconvolution.so"))

library = ctypes.CDLL(PATH) if os.path.exists(PATH) else None


def lay_out(x):
    return x.contiguous(memory_format=torch.channels_last)


def address(x):
    return None if x is None else ctypes.c_void_p(x.data_ptr())


class Fast(torch.autograd.Function):
    """convolution(relu(x)) + bias + added; added may be None."""

    @staticmethod
    def forward(ctx, x, weight, bias, added):
        x = lay_out(x)
        ctx.save_for_backward(x, weight)
        ctx.has_added = added is not None
        y = torch.empty(x.shape[0], weight.shape[0], *x.shape[2:],
                        memory_format=torch.channels_last)
        if ctx.has_added:
            added = lay_out(added)
        ordered = weight.permute(2, 3, 1, 0).contiguous()
        library.convolution_forward(shape(x, weight), address(x), address(ordered),
                                    address(bias.contiguous()), address(added), address(y))
        return y

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors
        gradient = lay_out(gradient)
        to_x = torch.empty_like(x, memory_format=torch.channels_last)
        flipped = weight.flip(2, 3).permute(2, 3, 0, 1).contiguous()
        sizes = shape(x, weight)
        library.convolution_backward(sizes, address(x), address(flipped), address(gradient),
                                     address(to_x))
        to_weight = weight.new_zeros(3, 3, weight.shape[1], weight.shape[0])
        library.convolution_weights(sizes, address(x), address(gradient), address(to_weight))
        return (to_x, to_weight.permute(3, 2, 0, 1), gradient.sum(dim=(0, 2, 3)),
                gradient if ctx.has_added else None)


def shape(x, weight):
    """convolution.c's Shape."""
    return (ctypes.c_int * 5)(x.shape[0], x.shape[2], x.shape[3], weight.shape[1], weight.shape[0])


def rectified(x, weight, bias, added=None):
    """The 3x3 convolution of relu(x), with bias, plus added."""
    is_fast = library is not None and x.device.type == "cpu" and bias is not None
    if is_fast and weight.shape[0] % GROUP == 0 and weight.shape[1] % GROUP == 0:
        return Fast.apply(x, weight, bias, added)
    y = F.conv2d(F.relu(x), weight, bias, padding=1)
    return y if added is None else y + added
